// A mutex that checks answers with error codes what would be wrong otherwise.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *stranger(void *arg) {
  if (pthread_mutex_unlock(&mutex) != EPERM)
    return (void *)1L;
  if (pthread_mutex_trylock(&mutex) != EBUSY)
    return (void *)2L;
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  int type;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutexattr_gettype(&attributes, &type) == 0 && type == PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == EDEADLK);
  pthread_t other;
  void *result;
  pthread_create(&other, 0, stranger, 0);
  pthread_join(other, &result);
  assert(!result);
  assert(pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
