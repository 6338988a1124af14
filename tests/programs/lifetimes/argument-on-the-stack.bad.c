// A thread gets a pointer to a variable of the function that starts it, which waits for the thread.
// Here it does not wait.
#include <assert.h>
#include <pthread.h>

static pthread_t thread;
static int copy;

static void *work(void *arg) {
  copy = *(int *)arg; //~| use-after-scope //~| data-race
  return 0;
}

static void start(void) {
  int number = 42;
  pthread_create(&thread, 0, work, &number); //~| data-race
} //~| data-race

int main(void) {
  start();
  pthread_join(thread, 0);
  assert(copy == 42);
  return 0;
}
