// A reader that wants to write gives its lock back first, and looks again.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *initialise(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int needed = value == 0;
  pthread_rwlock_unlock(&lock);
  if (needed) {
    pthread_rwlock_wrlock(&lock);
    if (value == 0)
      value = 1;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, initialise, 0);
  initialise(0);
  pthread_join(other, 0);
  assert(value == 1);
  return 0;
}
