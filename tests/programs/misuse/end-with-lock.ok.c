// A thread gives back what it holds before it ends.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  if (++data == 1) {
    pthread_mutex_unlock(&mutex);
    pthread_exit(0);
  }
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(data == 2);
  return 0;
}
