// Each thread says that it was there and looks for the other: with sequentially consistent atomics, one sees the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *right(void *arg) {
  atomic_store(&y, 1);
  int seen = atomic_load(&x);
  (void)arg;
  return (void *)(long)seen;
}

int main(void) {
  pthread_t other;
  void *theirs;
  pthread_create(&other, 0, right, 0);
  atomic_store(&x, 1);
  int seen = atomic_load(&y);
  pthread_join(other, &theirs);
  assert(seen || theirs);
  return 0;
}
