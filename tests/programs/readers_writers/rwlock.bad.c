// Readers may share a POSIX lock, a writer may not.
// Here the writer takes it as a reader.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *read_both(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(x == y); //~| data-race //~| assertion
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, read_both, 0);
  pthread_create(&b, 0, read_both, 0);
  pthread_rwlock_rdlock(&lock);
  x = 1; //~| data-race
  y = 1; //~| data-race
  pthread_rwlock_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_rwlock_destroy(&lock);
  return 0;
}
