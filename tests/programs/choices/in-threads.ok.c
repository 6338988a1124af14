// Threads choose independently, and every combination meets every interleaving.
#include <assert.h>
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int slots[2];

static void *work(void *arg) {
  unsigned slot = gmc_choose(2);
  atomic_fetch_add(&slots[slot], 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(atomic_load(&slots[0]) + atomic_load(&slots[1]) == 2);
  return 0;
}
