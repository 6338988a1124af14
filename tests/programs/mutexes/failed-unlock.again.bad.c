// Who locks an error-checking mutex that it holds is told so, and has waited for nobody. Two unlocks follow, of which the second
// fails; the other thread may have taken the mutex between them.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static atomic_int done;

static void *look(void *arg) {
  pthread_mutex_lock(&mutex);
  assert(done != 1); //~ assertion
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
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  pthread_mutex_unlock(&mutex);
  done = 1;
  pthread_mutex_unlock(&mutex);
  done = 2;
  pthread_join(other, 0);
}
