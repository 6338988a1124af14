// A thread does not wait for its own end.
// Here it does.
#include <pthread.h>

static void *work(void *arg) {
  pthread_join(pthread_self(), 0); //~ thread-misuse
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
