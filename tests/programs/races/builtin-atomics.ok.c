// The builtins make accesses to plain variables atomic.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *arg) {
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  __sync_fetch_and_add(&counter, 2);
  pthread_join(thread, 0);
  assert(counter == 3);
  return 0;
}
