// Producers and consumers around a buffer of two places, for ever.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { PLACES = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned char used, in, out, buffer[PLACES];

static void *produce(void *arg) {
  for (unsigned char item = 0;; item = !item) {
    pthread_mutex_lock(&mutex);
    while (used == PLACES)
      pthread_cond_wait(&changed, &mutex);
    buffer[in] = item;
    in = (in + 1) % PLACES;
    used++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

static void *consume(void *arg) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (used == 0)
      pthread_cond_wait(&changed, &mutex);
    assert(buffer[out] < 2);
    out = (out + 1) % PLACES;
    used--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2 * N];
  // All start at once, as in the Promela.
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < 2 * N; i++)
    pthread_create(&threads[i], NULL, i % 2 ? produce : consume, NULL);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 2 * N; i++)
    pthread_join(threads[i], NULL);
}
