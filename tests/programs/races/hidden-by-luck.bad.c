// Main looks at the result after it has joined the thread.
// Here it waits a long time instead, which proves nothing.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int result;

static void *work(void *arg) {
  result = 1; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  usleep(1000);
  int seen = result; //~| data-race
  pthread_join(thread, 0);
  assert(seen <= 1);
  return 0;
}
