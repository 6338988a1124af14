// A thread that does not get the mutex at once does something else.
// Here it goes on as if it had it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  data++; //~| data-race
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  int done = 0;
  pthread_create(&other, 0, work, 0);
  pthread_mutex_trylock(&mutex);
  data++; //~| data-race
  done = 1;
  pthread_mutex_unlock(&mutex); //~| lock-misuse
  pthread_join(other, 0);
  assert(data == 1 + done);
  return 0;
}
