// Waiting until some time may end without the lock.
//@ check
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *work(void *arg) {
  struct timespec until = {1, 0};
  if (pthread_rwlock_timedwrlock(&lock, &until) != 0) return arg;
  data++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
