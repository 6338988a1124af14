// A buffer for one item between two producers and two consumers, with a condition for each side.
// Here both sides wait on the same condition, and a signal may reach the wrong side.
//@ violation: deadlock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
#define not_full changed
#define not_empty changed
static int items;

static void *produce(void *arg) {
  pthread_mutex_lock(&mutex);
  while (items == 1)
    pthread_cond_wait(&not_full, &mutex);
  assert(items == 0);
  items++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *consume(void *arg) {
  pthread_mutex_lock(&mutex);
  while (items == 0)
    pthread_cond_wait(&not_empty, &mutex);
  assert(items == 1);
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
