// A thread hands its result over on the heap.
// Here it hands over a pointer to its own stack.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  int on_stack, *result = &on_stack;
  *result = 2 * *(int *)arg;
  return result;
}

int main(void) {
  pthread_t thread;
  int number = 21;
  void *result;
  pthread_create(&thread, 0, work, &number);
  pthread_join(thread, &result);
  int value = *(int *)result; //~ use-after-scope
  assert(value == 42);
  return 0;
}
