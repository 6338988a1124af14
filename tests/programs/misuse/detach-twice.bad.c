// A thread is detached once.
// Here it and its parent both do.
#include <pthread.h>

static void *work(void *arg) {
  pthread_detach(pthread_self()); //~| thread-misuse
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_detach(thread); //~| thread-misuse
  pthread_exit(0);
}
