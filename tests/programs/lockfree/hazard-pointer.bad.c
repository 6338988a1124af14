// Before a reader looks at an object it says which, and looks again whether it is still the one.
// Here it does not look again, and the object may have been freed before anybody could know of the reader.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *_Atomic current;
static atomic_int *_Atomic hazard;

static atomic_int *make(int value) {
  atomic_int *it = malloc(sizeof *it);
  if (!it)
    abort();
  atomic_init(it, value);
  return it;
}

static void *read_it(void *arg) {
  (void)arg;
  atomic_int *seen;
  do {
    seen = atomic_load(&current);
    atomic_store(&hazard, seen);
  } while (0);
  long value = atomic_load(seen); //~| use-after-free //~| data-race
  atomic_store(&hazard, 0);
  return (void *)value;
}

int main(void) {
  pthread_t reader;
  void *seen;
  atomic_init(&current, make(1));
  pthread_create(&reader, 0, read_it, 0);
  atomic_int *old = atomic_exchange(&current, make(2));
  while (atomic_load(&hazard) == old)
    ;
  free(old); //~| data-race
  pthread_join(reader, &seen);
  free(atomic_load(&current));
  assert((long)seen == 1 || (long)seen == 2);
  return 0;
}
