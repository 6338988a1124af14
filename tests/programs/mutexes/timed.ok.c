// Waiting for a mutex until some time, which may come first.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t other;
  struct timespec deadline = {.tv_sec = 1, .tv_nsec = 0};
  pthread_create(&other, 0, work, 0);
  int code = pthread_mutex_timedlock(&mutex, &deadline);
  if (code == 0) {
    data++;
    pthread_mutex_unlock(&mutex);
  } else {
    assert(code == ETIMEDOUT);
  }
  pthread_join(other, 0);
  assert(data == 1 || data == 2);
  return 0;
}
