// A condition is destroyed when nobody waits on it.
// Here somebody may.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&condition, &mutex); //~| lock-misuse //~| data-race
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
  pthread_cond_destroy(&condition); //~| lock-misuse //~| data-race
  pthread_join(thread, 0);
  return 0;
}
