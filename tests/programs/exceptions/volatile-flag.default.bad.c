// By C11, volatile orders nothing between threads.
#include <pthread.h>

static volatile int flag;

static void *work(void *arg) {
  flag = 1; //~| data-race: `flag`
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (!flag) //~| data-race: `flag`
    ;
  pthread_join(thread, NULL);
  return 0;
}
