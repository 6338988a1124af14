// A wait with a time limit: when it ends, only the predicate says whether what was waited for has happened.
// Here the end of the wait is taken for the event.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int message;

static void *send(void *arg) {
  pthread_mutex_lock(&mutex);
  message = 7;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  struct timespec deadline = {.tv_sec = 1, .tv_nsec = 0};
  pthread_t sender;
  int code = 0;
  pthread_create(&sender, 0, send, 0);
  pthread_mutex_lock(&mutex);
  while (!message && code == 0)
    code = pthread_cond_timedwait(&arrived, &mutex, &deadline);
  assert(code == 0 || code == ETIMEDOUT);
  assert(message == 7); //~ assertion
  pthread_mutex_unlock(&mutex);
  pthread_join(sender, 0);
  return 0;
}
