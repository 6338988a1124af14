// The builtins make accesses to plain variables atomic.
// Here one access is left as it is.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *arg) {
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST); //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  counter += 2; //~| data-race
  pthread_join(thread, 0);
  return 0;
}
