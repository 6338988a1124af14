// One thread waits for another's flag, which is atomic.
// Here it is not.
#include <pthread.h>
#include <stdatomic.h>

static int flag;

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
