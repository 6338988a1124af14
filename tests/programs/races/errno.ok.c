// errno belongs to each thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *arg) {
  errno = EAGAIN;
  return errno == EAGAIN ? arg : (void *)1L;
}

int main(void) {
  pthread_t thread;
  void *result;
  errno = ENOMEM;
  pthread_create(&thread, 0, work, 0);
  assert(errno == ENOMEM);
  pthread_join(thread, &result);
  assert(!result);
  return 0;
}
