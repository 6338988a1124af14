// The same mutex, held by who unlocks it: the other thread is let in by that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static atomic_int ready;

static void *look(void *arg) {
  pthread_mutex_lock(&mutex);
  assert(ready == 1);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t other;
  pthread_mutex_lock(&mutex);
  pthread_create(&other, 0, look, 0);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
}
