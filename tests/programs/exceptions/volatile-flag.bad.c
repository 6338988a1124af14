// A flag that one thread takes for volatile, and the other does not.
//@ check: --volatile atomic
#include <pthread.h>

static int flag;

static void *work(void *arg) {
  flag = 1; //~| data-race: `flag`
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (!*(volatile int *)&flag) //~| data-race: `flag`
    ;
  pthread_join(thread, NULL);
  return 0;
}
