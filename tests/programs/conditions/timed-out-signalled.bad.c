// The time limit may pass although the signal was sent, so the predicate may hold and the code be ETIMEDOUT.
// Here both are taken for opposites.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int finished;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  finished = 1;
  pthread_cond_signal(&done);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  struct timespec deadline = {.tv_sec = 1, .tv_nsec = 0};
  pthread_t worker;
  pthread_mutex_lock(&mutex);
  pthread_create(&worker, 0, work, 0);
  int code = pthread_cond_timedwait(&done, &mutex, &deadline);
  if (code == ETIMEDOUT)
    assert(!finished); //~ assertion
  pthread_mutex_unlock(&mutex);
  pthread_join(worker, 0);
  return 0;
}
