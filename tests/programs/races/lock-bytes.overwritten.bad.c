// A mutex is initialised by an assignment while another thread may be locking it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg) {
  pthread_mutex_lock(&mutex); //~| data-race
  pthread_mutex_unlock(&mutex); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, use, 0);
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; //~| data-race
  pthread_join(other, 0);
}
