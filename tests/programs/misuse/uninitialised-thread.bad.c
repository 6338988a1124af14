// What is joined was created.
// Here it was not.
#include <pthread.h>

static int enabled;

static void *work(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  if (enabled)
    pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0); //~ uninitialized-read
  return 0;
}
