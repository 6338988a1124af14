// Two threads wait for the same event: both must be woken up.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;
static int go;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!go)
    pthread_cond_wait(&started, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, wait, 0);
  pthread_mutex_lock(&mutex);
  go = 1;
  pthread_cond_broadcast(&started);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
