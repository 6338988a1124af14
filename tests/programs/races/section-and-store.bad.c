// An atomic section keeps other threads out, but does not order its accesses with theirs. That the other thread does
// something atomic first makes no difference.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int a;

static void *run(void *arg) {
  (void)arg;
  a = 1;
  x = 1; //~ data-race
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  gmc_atomic_begin();
  x = 2;
  gmc_atomic_end();
  pthread_join(thread, NULL);
}
