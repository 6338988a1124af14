// A thread is joined once.
// Here twice.
#include <pthread.h>

static void *work(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  pthread_join(thread, 0); //~ thread-misuse
  return 0;
}
