// One is read, the other one written.
#include <pthread.h>

struct fields {
  unsigned left : 8, right : 8;
};

static struct fields shared;

static void *work(void *arg) {
  int left = shared.left; (void)left; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  shared.right = 2; //~| data-race
  pthread_join(thread, 0);
  return 0;
}
