// Bit-fields of a structure within are other memory locations.
#include <pthread.h>

struct fields {
  unsigned left : 8;
  struct {
    unsigned right : 8;
  };
};

static struct fields shared;

static void *work(void *arg) {
  shared.left = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  shared.right = 2;
  pthread_join(thread, 0);
  return 0;
}
