// Every way out of a function gives the mutex back.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static int take(void) {
  pthread_mutex_lock(&mutex);
  if (stock == 0) {
    pthread_mutex_unlock(&mutex);
    return -1;
  }
  stock--;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void *customer(void *arg) {
  take();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, customer, 0);
  pthread_create(&b, 0, customer, 0);
  take();
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(stock == 0);
  return 0;
}
