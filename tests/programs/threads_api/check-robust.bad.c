// Whoever takes a robust mutex after its owner has ended says that what it protects is well again.
// Here it only unlocks it.
//@ check
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int data;

static int lock(void) {
  int status = pthread_mutex_lock(&mutex);
  if (status == EOWNERDEAD) {
    data = 1;
    status = 0;
  }
  return status;
}

static void *work(void *arg) {
  assert(lock() == 0); //~| assertion
  if (++data == 1) return arg;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t a, b;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(lock() == 0); //~| assertion
  assert(data == 2);
  pthread_mutex_unlock(&mutex);
  return 0;
}
