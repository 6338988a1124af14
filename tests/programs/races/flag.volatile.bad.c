// One thread waits for another's flag, which is atomic.
// Here it is volatile, which is something else.
#include <pthread.h>
#include <stdatomic.h>

static volatile int flag;

static void *work(void *arg) {
  flag = 1; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  while (!flag) //~| data-race
    ;
  pthread_join(thread, 0);
  return 0;
}
