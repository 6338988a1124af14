// An update in the style of RCU: the old version is freed when no reader is left that may have it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int readers;
static atomic_int *_Atomic current;

static atomic_int *make(int value) {
  atomic_int *it = malloc(sizeof *it);
  if (!it)
    abort();
  atomic_init(it, value);
  return it;
}

static void *read_it(void *arg) {
  (void)arg;
  atomic_fetch_add(&readers, 1);
  atomic_int *seen = atomic_load(&current);
  long value = atomic_load(seen);
  atomic_fetch_sub(&readers, 1);
  return (void *)value;
}

int main(void) {
  pthread_t reader;
  void *seen;
  atomic_init(&current, make(1));
  pthread_create(&reader, 0, read_it, 0);
  atomic_int *old = atomic_exchange(&current, make(2));
  while (atomic_load(&readers))
    ;
  free(old);
  pthread_join(reader, &seen);
  free(atomic_load(&current));
  assert((long)seen == 1 || (long)seen == 2);
  return 0;
}
