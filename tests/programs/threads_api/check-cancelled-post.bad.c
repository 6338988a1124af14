// Who waits for a semaphore and is cancelled may get it first, although it is posted later.
//@ check
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty;

static void *wait(void *arg) {
  sem_wait(&empty);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  sem_init(&empty, 0, 0);
  pthread_create(&thread, 0, wait, 0);
  pthread_cancel(thread);
  sem_post(&empty);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED); //~ assertion
}
