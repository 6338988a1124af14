// A section that is not interrupted makes two operations one; waiting within it lets others run.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *arg) {
  gmc_atomic_begin();
  int old = atomic_load(&counter);
  atomic_store(&counter, old + 1);
  gmc_atomic_end();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  gmc_assert(atomic_load(&counter) == 2);
  return 0;
}
