// Two threads write neighbouring bytes, array elements and members: these are different objects.
#include <assert.h>
#include <pthread.h>

struct flags {
  unsigned char left;
  unsigned char right;
};

static struct flags flags;
static char bytes[2];

static void *work(void *arg) {
  bytes[0] = 1;
  flags.left = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  bytes[1] = 2;
  flags.right = 2;
  pthread_join(thread, 0);
  assert(flags.left + flags.right + bytes[0] + bytes[1] == 6);
  return 0;
}
