// A spin lock that reads before it tries to write, with compare and exchange.
// Here what was expected is not set again after a failure, so the next try replaces a lock that is held.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int data;

static void lock(void) {
  int expected = 0;
  for (;;) {
    while (atomic_load(&taken))
      ;
    if (atomic_compare_exchange_strong(&taken, &expected, 1))
      return;
  }
}

static void unlock(void) { atomic_store(&taken, 0); }

static void *work(void *arg) {
  (void)arg;
  for (int round = 0; round < 2; round++) {
    lock();
    data++; //~ data-race
    unlock();
  }
  return 0;
}

int main(void) {
  pthread_t others[2];
  pthread_create(&others[0], 0, work, 0);
  pthread_create(&others[1], 0, work, 0);
  pthread_join(others[0], 0);
  pthread_join(others[1], 0);
  assert(data == 4);
  return 0;
}
