// A semaphore made of a mutex and a condition.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t positive = PTHREAD_COND_INITIALIZER;
static int count;

static void down(void) {
  pthread_mutex_lock(&mutex);
  while (count == 0)
    pthread_cond_wait(&positive, &mutex);
  count--;
  pthread_mutex_unlock(&mutex);
}

static void up(void) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_cond_signal(&positive);
  pthread_mutex_unlock(&mutex);
}

static void *wait(void *arg) {
  down();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, wait, 0);
  up();
  up();
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 0);
  return 0;
}
