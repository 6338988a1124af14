// A bit-field of no width starts a new unit, so that the neighbours are different objects.
// Here it is missing.
#include <assert.h>
#include <pthread.h>

struct flags {
  unsigned left : 3;
  unsigned right : 3;
};

static struct flags flags;

static void *work(void *arg) {
  flags.left = 5; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  flags.right = 6; //~| data-race
  pthread_join(thread, 0);
  return 0;
}
