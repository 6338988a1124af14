// A loop that computes for a while ends.
// Here it goes round in circles.
//@ violation: livelock
#include <assert.h>
#include <pthread.h>

static void *work(void *arg) {
  unsigned x = 27, steps = 0;
  while (x != 1) {
    x = x % 2 ? x / 2 : 2 * x;
    steps++;
    steps %= 2;
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
