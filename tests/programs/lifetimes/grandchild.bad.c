// A thread starts a thread and leaves its join to the one who started it.
// Here the grandchild gets a pointer to what its parent has left behind.
#include <assert.h>
#include <pthread.h>

static pthread_t grandchild;
static int number = 4, result;

static void *inner(void *arg) {
  result = *(int *)arg; //~| use-after-scope //~| data-race
  return 0;
}

static void *outer(void *arg) {
  int copy = number;
  pthread_create(&grandchild, 0, inner, &copy); //~| data-race
  return arg;                                   //~| data-race
}                                               //~| data-race

int main(void) {
  pthread_t child;
  pthread_create(&child, 0, outer, 0);
  pthread_join(child, 0);
  pthread_join(grandchild, 0);
  assert(result == 4);
  return 0;
}
