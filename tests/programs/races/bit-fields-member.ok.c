// A member that is no bit-field is a memory location of its own.
#include <pthread.h>

struct fields {
  unsigned left : 4;
  unsigned right : 12;
  unsigned short other;
};

static struct fields shared;

static void *work(void *arg) {
  shared.left = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  shared.other = 2;
  pthread_join(thread, 0);
  return 0;
}
