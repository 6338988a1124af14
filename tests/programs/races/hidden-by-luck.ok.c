// Main looks at the result after it has joined the thread.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int result;

static void *work(void *arg) {
  result = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  int seen = result;
  assert(seen <= 1);
  return 0;
}
