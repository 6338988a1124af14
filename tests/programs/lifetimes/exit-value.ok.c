// pthread_exit ends a thread from any depth, with a result.
#include <assert.h>
#include <pthread.h>

static int after;

static void deep(int depth) {
  if (depth == 0)
    pthread_exit((void *)9L);
  deep(depth - 1);
  after = 1;
}

static void *work(void *arg) {
  deep(3);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, &result);
  assert(result == (void *)9L && !after);
  return 0;
}
