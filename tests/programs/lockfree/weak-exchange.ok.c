// A weak compare and exchange may fail for no reason, so it stands in a loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bits;

static void *set(void *arg) {
  int bit = 1 << (long)arg;
  int old = atomic_load(&bits);
  while (!atomic_compare_exchange_weak(&bits, &old, old | bit))
    ;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, (void *)0L);
  pthread_create(&b, 0, set, (void *)1L);
  set((void *)2L);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&bits) == 7);
  return 0;
}
