// Threads of one function with different arguments are not equal.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last;

static void *work(void *arg) {
  atomic_store(&last, *(int *)arg);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {1, 2};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(atomic_load(&last) == 1 || atomic_load(&last) == 2);
  return 0;
}
