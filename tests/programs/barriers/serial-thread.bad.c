// At each of two meetings exactly one of three threads is told that it is the one.
// Here the barrier waits for more threads than there are.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int chosen;

static void *work(void *arg) {
  for (int round = 0; round < 2; round++) {
    int code = pthread_barrier_wait(&barrier);
    if (code == PTHREAD_BARRIER_SERIAL_THREAD)
      atomic_fetch_add(&chosen, 1);
    else if (code != 0)
      return (void *)1L;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 4);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&chosen) == 2);
  return 0;
}
