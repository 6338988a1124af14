// Two consumers, one producer: who wakes up looks again whether there is still something to take.
// Here a consumer that never waited may have taken it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *arg) {
  pthread_mutex_lock(&mutex);
  if (items == 0)
    pthread_cond_wait(&not_empty, &mutex);
  assert(items > 0); //~ assertion
  items--;
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void produce(void) {
  pthread_mutex_lock(&mutex);
  items++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consume, 0);
  pthread_create(&b, 0, consume, 0);
  produce();
  produce();
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(items == 0);
  return 0;
}
