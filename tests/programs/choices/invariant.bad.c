// Money is neither made nor lost, in no state: what is under way is counted too.
// Here it is not.
//@ violation: invariant
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left = 10, right = 10, under_way;

static int nothing_lost(void) {
  return atomic_load(&left) + atomic_load(&right) == 20;
}

static void *work(void *arg) {
  gmc_atomic_begin();
  atomic_fetch_sub(&left, 3);
  atomic_fetch_add(&under_way, 3);
  gmc_atomic_end();
  gmc_atomic_begin();
  atomic_fetch_sub(&under_way, 3);
  atomic_fetch_add(&right, 3);
  gmc_atomic_end();
  return arg;
}

int main(void) {
  pthread_t thread;
  gmc_invariant(nothing_lost);
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  gmc_assert(atomic_load(&left) == 4 && atomic_load(&right) == 16);
  return 0;
}
