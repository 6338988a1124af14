// A wait may end for no reason, so it stands in a loop.
//@ check: --spurious
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  assert(ready);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(waiter, 0);
  return 0;
}
