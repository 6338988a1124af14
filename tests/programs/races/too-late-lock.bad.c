// The variable is looked at and changed under the lock.
// Here it is looked at before.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static void *take(void *arg) {
  if (left > 0) { //~| data-race
    pthread_mutex_lock(&mutex);
    left--; //~| data-race
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  take(0);
  pthread_join(thread, 0);
  assert(left <= 0);
  return 0;
}
