// Neighbouring bit-fields are one memory location (C11 3.14), also where each fills a byte.
#include <pthread.h>

struct fields {
  unsigned left : 8, right : 8;
};

static struct fields shared;

static void *work(void *arg) {
  shared.left = 1; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  shared.right = 2; //~| data-race
  pthread_join(thread, 0);
  return 0;
}
