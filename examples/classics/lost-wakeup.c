/* The consumer tests for work before it takes the lock; the signal arrives in between. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static atomic_int jobs;

static void *produce(void *unused) {
  jobs = 1;
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  if (jobs == 0) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(producer, 0);
}
