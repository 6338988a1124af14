// Who waits for whom has no cycle.
#include <pthread.h>

static pthread_t parent;

static void *work(void *arg) {
  return arg;
}

int main(void) {
  pthread_t thread;
  parent = pthread_self();
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
