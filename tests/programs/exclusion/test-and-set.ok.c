// A spin lock around an atomic flag, for three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool taken;
static int data;

static void lock(void) {
  while (atomic_exchange(&taken, true))
    ;
}

static void unlock(void) { atomic_store(&taken, false); }

static void *work(void *arg) {
  (void)arg;
  lock();
  data++;
  unlock();
  return 0;
}

int main(void) {
  pthread_t others[2];
  pthread_create(&others[0], 0, work, 0);
  pthread_create(&others[1], 0, work, 0);
  work(0);
  pthread_join(others[0], 0);
  pthread_join(others[1], 0);
  assert(data == 3);
  return 0;
}
