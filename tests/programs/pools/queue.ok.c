// Two workers share a queue of tasks until it is closed and empty.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, closed, done;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    while (waiting == 0 && !closed)
      pthread_cond_wait(&changed, &mutex);
    if (waiting == 0)
      break;
    waiting--;
    done++;
  }
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_mutex_lock(&mutex);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(done == 2);
  return 0;
}
