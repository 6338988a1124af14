// Data is protected by a mutex only if everybody means the same mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t another = PTHREAD_MUTEX_INITIALIZER;
static int shared, other_data;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  shared = 1;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  pthread_mutex_lock(&mutex);
  int seen = shared;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&another);
  other_data = seen;
  pthread_mutex_unlock(&another);
  pthread_join(other, 0);
  assert(other_data <= 1);
  return 0;
}
