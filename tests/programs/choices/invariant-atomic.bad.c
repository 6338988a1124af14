// What is done atomically is never seen half done, not even by an invariant.
// Here the section is left in between.
//@ violation: invariant
#include <gmc.h>
#include <pthread.h>

static int left = 10, right = 10;

static int nothing_lost(void) { return left + right == 20; }

static void transfer(int amount) {
  gmc_atomic_begin();
  left -= amount;
  gmc_atomic_end();
  gmc_atomic_begin();
  right += amount;
  gmc_atomic_end();
}

static void *work(void *arg) {
  transfer(3);
  return arg;
}

int main(void) {
  pthread_t thread;
  gmc_invariant(nothing_lost);
  pthread_create(&thread, 0, work, 0);
  transfer(-2);
  pthread_join(thread, 0);
  return 0;
}
