// However long a thread sleeps, it does not wait for anybody.
// Here it is thought to.
//@ check
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int data;

static void *work(void *arg) {
  data = 1; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  sleep(1);
  assert(data == 1); //~| assertion //~| data-race
  return 0;
}
