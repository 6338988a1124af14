// A mutex is destroyed when nobody has it.
// Here somebody may.
#include <pthread.h>

static pthread_mutex_t mutex;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex); //~| lock-misuse //~| data-race
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&mutex, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_destroy(&mutex); //~| lock-misuse //~| data-race
  pthread_join(thread, 0);
  return 0;
}
