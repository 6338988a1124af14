// Who unlocks a read-write lock holds it.
// Here he does not, if trying failed.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  int got = pthread_rwlock_trywrlock(&lock) == 0;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock); //~ lock-misuse
  return got ? 1 : 0;
}
