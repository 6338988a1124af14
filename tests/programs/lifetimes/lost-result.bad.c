// What a thread returns is freed by who joins it.
// Here the result is not asked for.
//@ violation: memory-leak
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  (void)arg;
  return malloc(16);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
