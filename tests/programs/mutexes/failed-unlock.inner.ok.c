// As long as it is held once more, a recursive mutex keeps others out.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static atomic_int step;

static void *look(void *arg) {
  pthread_mutex_lock(&mutex);
  assert(step == 0 || step == 3);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t other;
  pthread_create(&other, 0, look, 0);
  pthread_mutex_lock(&mutex);
  step = 1;
  pthread_mutex_lock(&mutex);
  step = 2;
  pthread_mutex_unlock(&mutex);
  step = 3;
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
}
