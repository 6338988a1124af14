// All accesses to an atomic variable are atomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *arg) {
  atomic_fetch_add(&counter, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  int seen = atomic_load(&counter);
  pthread_join(thread, 0);
  assert(seen <= 1);
  return 0;
}
