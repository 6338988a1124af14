// Data is protected by a mutex only if everybody means the same mutex.
// Here they mean different ones.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t another = PTHREAD_MUTEX_INITIALIZER;
static int shared, other_data;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  shared = 1; //~| data-race
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  pthread_mutex_lock(&another);
  int seen = shared; //~| data-race
  other_data = seen;
  pthread_mutex_unlock(&another);
  pthread_join(other, 0);
  assert(other_data <= 1);
  return 0;
}
