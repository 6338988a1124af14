// main ends its thread, not the process: the other goes on.
#include <pthread.h>

static int copy;

static void *work(void *arg) {
  (void)arg;
  copy = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int local = 1;
  pthread_create(&thread, 0, work, &local);
  pthread_detach(thread);
  pthread_exit(0);
}
