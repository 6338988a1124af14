// Threads that end on their own: a leak of nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  int *mine = malloc(sizeof *mine);
  if (!mine)
    return arg;
  *mine = 1;
  free(mine);
  return arg;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++)
    assert(pthread_create(&thread, 0, work, 0) == 0 && pthread_detach(thread) == 0);
  pthread_exit(0);
}
