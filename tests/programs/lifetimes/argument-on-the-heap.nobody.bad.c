// A thread frees the argument that it got on the heap.
// Here nobody does.
//@ violation: memory-leak
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  long value = *(int *)arg;
  return (void *)value;
}

int main(void) {
  pthread_t thread;
  void *result;
  int *argument = malloc(sizeof *argument);
  if (!argument)
    return 2;
  *argument = 3;
  pthread_create(&thread, 0, work, argument);
  pthread_join(thread, &result);
  assert(result == (void *)3L);
  return 0;
}
