// Who waits has read until when, and given the mutex back: whoever holds it may use the variable for something else.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static struct timespec until = {1, 0};
static int done;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  if (!done)
    pthread_cond_timedwait(&condition, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, wait, 0);
  pthread_mutex_lock(&mutex);
  done = 1;
  until.tv_sec = 2;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
}
