// Who unlocks a read-write lock holds it.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  int got = pthread_rwlock_trywrlock(&lock) == 0;
  pthread_rwlock_unlock(&lock);
  if (got)
    pthread_rwlock_unlock(&lock);
  return 0;
}
