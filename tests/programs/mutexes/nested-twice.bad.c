// A second mutex taken under the first is always taken under the first.
// Here a callback takes the first under the second.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER, item = PTHREAD_MUTEX_INITIALIZER;
static int count, value;

static void removed(void) {
  pthread_mutex_lock(&list);
  count--;
  pthread_mutex_unlock(&list);
}

static void *expire(void *arg) {
  pthread_mutex_lock(&item);
  value = 0;
  removed();
  pthread_mutex_unlock(&item);
  return arg;
}

int main(void) {
  pthread_t other;
  count = 1;
  value = 5;
  pthread_create(&other, 0, expire, 0);
  pthread_mutex_lock(&list);
  pthread_mutex_lock(&item);
  int seen = value;
  pthread_mutex_unlock(&item);
  pthread_mutex_unlock(&list);
  pthread_join(other, 0);
  assert(count == 0 && (seen == 0 || seen == 5));
  return 0;
}
