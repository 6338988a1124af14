// Threads are made for ever; two of them are enough for the error.
//@ check: --unwind 2
#include <pthread.h>

static int count;

static void *work(void *unused) {
  (void)unused;
  count++; //~ data-race
  return 0;
}

int main(void) {
  for (;;) {
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0) == 0)
      pthread_detach(thread);
  }
}
