// Equal threads return different numbers, and the last one that is joined is asked for its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long came;

static void *work(void *arg) { return (void *)((long)arg + atomic_fetch_add(&came, 1)); }

int main(void) {
  pthread_t threads[2];
  void *result;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], &result);
  assert((long)result == 0 || (long)result == 1);
  return 0;
}
