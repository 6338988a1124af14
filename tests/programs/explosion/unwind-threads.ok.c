// Threads are made for ever; they take turns at what they count.
//@ check: --unwind 2
//@ unknown: a loop that goes round more than 2 times (--unwind)
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  for (;;) {
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0) == 0)
      pthread_detach(thread);
  }
}
