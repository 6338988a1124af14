// Who waits for whom has no cycle.
// Here two threads wait for each other's end.
//@ violation: deadlock
#include <pthread.h>

static pthread_t parent;

static void *work(void *arg) {
  pthread_join(parent, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  parent = pthread_self();
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
