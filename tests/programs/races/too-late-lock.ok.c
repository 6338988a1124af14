// The variable is looked at and changed under the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static void *take(void *arg) {
  pthread_mutex_lock(&mutex);
  if (left > 0)
    left--;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  take(0);
  pthread_join(thread, 0);
  assert(left <= 0);
  return 0;
}
