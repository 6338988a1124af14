// A barrier made of a mutex and a condition, used twice: those who wait watch the number of the meeting.
// Here they watch the count, which a fast thread may have raised for the next meeting already.
//@ violation: deadlock
#include <pthread.h>

#define THREADS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_came = PTHREAD_COND_INITIALIZER;
static int came;

static void meet(void) {
  pthread_mutex_lock(&mutex);
  if (++came == THREADS) {
    came = 0;
    pthread_cond_broadcast(&all_came);
  } else {
    while (came != 0)
      pthread_cond_wait(&all_came, &mutex);
  }
  pthread_mutex_unlock(&mutex);
}

static void *work(void *arg) {
  meet();
  meet();
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  work(0);
  pthread_join(other, 0);
  return 0;
}
