// A thread is detached once.
#include <pthread.h>

static void *work(void *arg) {
  pthread_detach(pthread_self());
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_exit(0);
}
