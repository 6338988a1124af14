// Who waits for a semaphore and is cancelled ends, or gets it first if somebody posts. Who was cancelled before ends.
//@ check
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t full, empty;
static atomic_int ready, go, got, passed;

static void *wait(void *arg) {
  sem_wait(&empty);
  got = 1;
  return arg;
}

static void *wait_late(void *arg) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  ready = 1;
  while (!go) {}
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
  sem_wait(&full);
  passed = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  sem_init(&empty, 0, 0);
  sem_init(&full, 0, 1);
  pthread_create(&thread, 0, wait, 0);
  pthread_cancel(thread);
  sem_post(&empty);
  pthread_join(thread, &result);
  assert(result == (got ? 0 : PTHREAD_CANCELED));

  pthread_create(&thread, 0, wait_late, 0);
  while (!ready) {}
  pthread_cancel(thread);
  go = 1;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED && !passed);
}
