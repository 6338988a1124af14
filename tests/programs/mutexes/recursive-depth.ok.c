// A recursive mutex is free when it was unlocked as often as locked.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int data;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(data == 2);
  return 0;
}
