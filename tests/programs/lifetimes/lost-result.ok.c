// What a thread returns is freed by who joins it.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  (void)arg;
  return malloc(16);
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, &result);
  free(result);
  return 0;
}
