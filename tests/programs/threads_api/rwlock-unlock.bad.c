// A read-write lock is unlocked by a thread that holds it.
// Here by one that does not.
//@ flags: -pthread
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *arg) {
  pthread_rwlock_unlock(&lock); //~ lock-misuse: thread 0 does
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  pthread_rwlock_unlock(&lock);
  return 0;
}
