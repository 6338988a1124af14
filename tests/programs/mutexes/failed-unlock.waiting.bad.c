// Waiting for a condition with an error-checking mutex that somebody else holds, or nobody, fails: it gives nothing back.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
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
  int status = pthread_cond_wait(&condition, &mutex);
  pthread_join(other, 0);
  return status != EPERM;
}
