// A mutex's attributes are read when it is made.
#include <pthread.h>

static pthread_mutexattr_t attributes;
static pthread_mutex_t mutex;

static void *change(void *arg) {
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_mutexattr_init(&attributes);
  pthread_create(&other, 0, change, 0);
  pthread_mutex_init(&mutex, &attributes); //~| data-race
  pthread_join(other, 0);
}
