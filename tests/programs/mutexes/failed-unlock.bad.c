// Unlocking an error-checking mutex that nobody holds fails, and lets nobody in who was not let in before.
// So nothing orders the store before the lock of the other thread, which may run first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static atomic_int ready;

static void *look(void *arg) {
  pthread_mutex_lock(&mutex);
  assert(ready == 1); //~ assertion
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t other;
  pthread_create(&other, 0, look, 0);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
}
