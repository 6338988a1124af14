// A thread hands its result over on the heap.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  int *result = malloc(sizeof *result);
  if (!result)
    abort();
  *result = 2 * *(int *)arg;
  return result;
}

int main(void) {
  pthread_t thread;
  int number = 21;
  void *result;
  pthread_create(&thread, 0, work, &number);
  pthread_join(thread, &result);
  int value = *(int *)result;
  free(result);
  assert(value == 42);
  return 0;
}
