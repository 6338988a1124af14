// A thread that has done its last store may not have ended yet.
// Once it was joined it has.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *work(void *arg) {
  atomic_store(&done, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  int worked = atomic_load(&done);
  int ended = pthread_tryjoin_np(thread, 0) == 0;
  if (!ended)
    pthread_join(thread, 0);
  assert(worked <= atomic_load(&done) && atomic_load(&done));
  return 0;
}
