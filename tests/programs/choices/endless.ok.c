// A loop that computes for a while ends.
#include <assert.h>
#include <pthread.h>

static void *work(void *arg) {
  unsigned x = 27, steps = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  assert(steps > 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
