// A latch opens when two workers have counted it down.
// Here the condition is signalled before the last count.
//@ violation: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int count = 2;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  if (count-- == 2)
    pthread_cond_broadcast(&open);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_mutex_lock(&mutex);
  while (count > 0)
    pthread_cond_wait(&open, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
