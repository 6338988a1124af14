// A lock in one atomic word: -1 a writer, otherwise the number of readers.
// Here a reader does not see the writer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int data;

static void *read_it(void *arg) {
  atomic_fetch_add(&state, 1);
  int seen = data; //~| data-race
  atomic_fetch_sub(&state, 1);
  return seen ? arg : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, read_it, 0);
  pthread_create(&b, 0, read_it, 0);
  int expected = 0;
  while (!atomic_compare_exchange_strong(&state, &expected, -1))
    expected = 0;
  data++; //~| data-race
  atomic_fetch_add(&state, 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(data == 1);
  return 0;
}
