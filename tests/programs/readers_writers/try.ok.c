// Trying for a lock as reader and as writer, and a time limit.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *other(void *arg) {
  struct timespec deadline = {.tv_sec = 1, .tv_nsec = 0};
  (void)arg;
  if (pthread_rwlock_trywrlock(&lock) != EBUSY)
    return (void *)1L;
  if (pthread_rwlock_tryrdlock(&lock) != 0)
    return (void *)2L;
  pthread_rwlock_unlock(&lock);
  if (pthread_rwlock_timedrdlock(&lock, &deadline) != 0)
    return (void *)3L;
  pthread_rwlock_unlock(&lock);
  if (pthread_rwlock_timedwrlock(&lock, &deadline) != ETIMEDOUT)
    return (void *)4L;
  return 0;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, &result);
  pthread_rwlock_unlock(&lock);
  assert(!result);
  assert(pthread_rwlock_trywrlock(&lock) == 0 && pthread_rwlock_tryrdlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  return 0;
}
