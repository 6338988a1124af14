// Lamport's fast mutex: without contention, a few operations suffice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int interested[3], x, y, inside;

static void lock(int me) {
  for (;;) {
    atomic_store(&interested[me], 1);
    atomic_store(&x, me);
    if (atomic_load(&y) != 0) {
      atomic_store(&interested[me], 0);
      while (atomic_load(&y) != 0)
        ;
      continue;
    }
    atomic_store(&y, me);
    if (atomic_load(&x) == me)
      return;
    atomic_store(&interested[me], 0);
    for (int i = 1; i <= 2; i++)
      while (atomic_load(&interested[i]))
        ;
    if (atomic_load(&y) == me)
      return;
    while (atomic_load(&y) != 0)
      ;
  }
}

static void unlock(int me) {
  atomic_store(&y, 0);
  atomic_store(&interested[me], 0);
}

static void *work(void *arg) {
  int me = (int)(long)arg;
  lock(me);
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  unlock(me);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)2L);
  pthread_join(other, 0);
  return 0;
}
