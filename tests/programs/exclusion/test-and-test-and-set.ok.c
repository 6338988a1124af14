// A spin lock that reads before it tries to write, with compare and exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int data;

static void lock(void) {
  for (;;) {
    while (atomic_load(&taken))
      ;
    int expected = 0;
    if (atomic_compare_exchange_strong(&taken, &expected, 1))
      return;
  }
}

static void unlock(void) { atomic_store(&taken, 0); }

static void *work(void *arg) {
  (void)arg;
  for (int round = 0; round < 2; round++) {
    lock();
    data++;
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
