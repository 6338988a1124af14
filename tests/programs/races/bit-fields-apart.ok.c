// A bit-field of no width starts a new unit, so that the neighbours are different objects.
#include <assert.h>
#include <pthread.h>

struct flags {
  unsigned left : 3;
  unsigned : 0;
  unsigned right : 3;
};

static struct flags flags;

static void *work(void *arg) {
  flags.left = 5;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  flags.right = 6;
  pthread_join(thread, 0);
  assert(flags.left == 5 && flags.right == 6);
  return 0;
}
