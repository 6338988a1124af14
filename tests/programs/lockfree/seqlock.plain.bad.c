// A sequence lock: a reader that met a writer reads again.
// Here what is read at the same time is not atomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int x, y;

static void *write_both(void *arg) {
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&sequence, 1);
    x = i; //~| data-race
    y = i; //~| data-race
    atomic_fetch_add(&sequence, 1);
  }
  return arg;
}

int main(void) {
  pthread_t writer;
  unsigned before;
  int a, b;
  pthread_create(&writer, 0, write_both, 0);
  do {
    do
      before = atomic_load(&sequence);
    while (before % 2);
    a = x; //~| data-race
    b = y; //~| data-race
  } while (atomic_load(&sequence) != before);
  assert(a == b);
  pthread_join(writer, 0);
  return 0;
}
