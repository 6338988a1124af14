// A mutex that checks answers with error codes what would be wrong otherwise.
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
  if (pthread_mutexattr_gettype(&attributes, &type) != 0 || type != PTHREAD_MUTEX_ERRORCHECK)
    return 3;
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  if (pthread_mutex_unlock(&mutex) != EPERM)
    return 4;
  if (pthread_mutex_lock(&mutex) != 0 || pthread_mutex_lock(&mutex) != EDEADLK)
    return 5;
  pthread_t other;
  void *result;
  pthread_create(&other, 0, stranger, 0);
  pthread_join(other, &result);
  if (result)
    return 6;
  return pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_destroy(&mutex) == 0 ? 0 : 7;
}
