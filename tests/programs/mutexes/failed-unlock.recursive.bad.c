// A recursive mutex belongs to the other thread, or to nobody: unlocking it fails with EPERM, and orders nothing.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int data;

static void *use(void *arg) {
  pthread_mutex_lock(&mutex);
  data++; //~| data-race
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t other;
  pthread_create(&other, 0, use, 0);
  data = 5; //~| data-race
  int status = pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
  return status != EPERM;
}
