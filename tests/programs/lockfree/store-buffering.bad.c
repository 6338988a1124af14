// Each thread says that it was there and looks for the other: with sequentially consistent atomics, one sees the other.
// Here they look first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *right(void *arg) {
  int seen = atomic_load(&x);
  atomic_store(&y, 1);
  (void)arg;
  return (void *)(long)seen;
}

int main(void) {
  pthread_t other;
  void *theirs;
  pthread_create(&other, 0, right, 0);
  int seen = atomic_load(&y);
  atomic_store(&x, 1);
  pthread_join(other, &theirs);
  assert(seen || theirs); //~ assertion
  return 0;
}
