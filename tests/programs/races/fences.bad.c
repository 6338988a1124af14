// Relaxed operations with fences between them order the data as well.
// Here the data is written after the flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *work(void *arg) {
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  data = 42; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  int seen = 42;
  pthread_create(&thread, 0, work, 0);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    seen = data; //~| data-race
  }
  pthread_join(thread, 0);
  assert(seen == 42);
  return 0;
}
