// A volatile flag, as the Linux kernel reads it.
//@ check: --volatile atomic
#include <pthread.h>

static volatile int flag;
static int data;

static void *work(void *arg) {
  data = 1;
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (!flag)
    ;
  int seen = data;
  pthread_join(thread, NULL);
  return seen - 1;
}
