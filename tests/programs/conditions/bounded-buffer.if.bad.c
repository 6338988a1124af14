// A buffer for one item between two producers and two consumers, with a condition for each side.
// Here those who wake up do not look again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *arg) {
  pthread_mutex_lock(&mutex);
  if (items == 1)
    pthread_cond_wait(&not_full, &mutex);
  assert(items == 0); //~| assertion
  items++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *consume(void *arg) {
  pthread_mutex_lock(&mutex);
  if (items == 0)
    pthread_cond_wait(&not_empty, &mutex);
  assert(items == 1); //~| assertion
  items--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t p, c, d;
  pthread_create(&p, 0, produce, 0);
  pthread_create(&c, 0, consume, 0);
  pthread_create(&d, 0, consume, 0);
  produce(0);
  pthread_join(p, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  assert(items == 0);
  return 0;
}
