// A section that is not interrupted makes two operations one; waiting within it lets others run.
// Here the two are apart.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *arg) {
  int old = atomic_load(&counter);
  atomic_store(&counter, old + 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  gmc_assert(atomic_load(&counter) == 2); //~ assertion
  return 0;
}
