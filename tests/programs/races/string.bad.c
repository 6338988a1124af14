// A string is measured under the lock that its writer takes.
// Here strlen reads it without.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char text[8] = "abc";

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  text[1] = 0; //~| data-race
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  size_t length = strlen(text); //~| data-race
  pthread_join(thread, 0);
  assert(length <= 3);
  return 0;
}
