// Data is written, then published by an atomic flag; who sees the flag may read the data.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *work(void *arg) {
  data = 42;
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  int seen = 42;
  pthread_create(&thread, 0, work, 0);
  if (atomic_load(&ready))
    seen = data;
  pthread_join(thread, 0);
  assert(seen == 42);
  return 0;
}
