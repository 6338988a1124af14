// One thread waits until another has set a flag.
// Here the flag is set and the condition signalled without the mutex, between the look and the wait.
//@ violation: deadlock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready_now = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&ready))
    pthread_cond_wait(&ready_now, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait, 0);
  atomic_store(&ready, 1);
  pthread_cond_signal(&ready_now);
  pthread_join(waiter, 0);
  return 0;
}
