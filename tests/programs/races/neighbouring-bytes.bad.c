// Two threads write neighbouring bytes, array elements and members: these are different objects.
// Here they are bit-fields of one word, which is one.
#include <assert.h>
#include <pthread.h>

struct flags {
  unsigned left : 4;
  unsigned right : 4;
};

static struct flags flags;
static char bytes[2];

static void *work(void *arg) {
  bytes[0] = 1;
  flags.left = 1; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  bytes[1] = 2;
  flags.right = 2; //~| data-race
  pthread_join(thread, 0);
  return 0;
}
