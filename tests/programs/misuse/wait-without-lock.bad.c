// Who waits on a condition holds the mutex.
// Here he does not.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  int now = ready;
  pthread_mutex_unlock(&mutex);
  if (!now) {
    pthread_cond_wait(&condition, &mutex); //~ lock-misuse
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
