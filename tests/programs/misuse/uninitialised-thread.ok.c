// What is joined was created.
#include <pthread.h>

static int enabled;

static void *work(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  if (enabled)
    pthread_create(&thread, 0, work, 0);
  if (enabled)
    pthread_join(thread, 0);
  return 0;
}
