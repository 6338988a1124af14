// Neighbouring bit-fields are one memory location (C11 3.14), also where each fills a byte.
#include <pthread.h>

struct fields {
  unsigned char left, right;
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
