// A thread gets a pointer to a variable of the function that starts it, which waits for the thread.
#include <assert.h>
#include <pthread.h>

static pthread_t thread;
static int copy;

static void *work(void *arg) {
  copy = *(int *)arg;
  return 0;
}

static void start(void) {
  int number = 42;
  pthread_create(&thread, 0, work, &number);
  pthread_join(thread, 0);
}

int main(void) {
  start();
  assert(copy == 42);
  return 0;
}
