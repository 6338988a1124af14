// Labels say in a trace how far a thread has come.
//@ trace: about to give up
#include <assert.h>
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *work(void *arg) {
  gmc_label("about to give up");
  atomic_store(&stop, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  assert(!atomic_load(&stop)); //~ assertion
  pthread_join(thread, 0);
  return 0;
}
