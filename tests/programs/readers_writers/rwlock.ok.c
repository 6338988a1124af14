// Readers may share a POSIX lock, a writer may not.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *read_both(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(x == y);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, read_both, 0);
  pthread_create(&b, 0, read_both, 0);
  pthread_rwlock_wrlock(&lock);
  x = 1;
  y = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_rwlock_destroy(&lock);
  return 0;
}
