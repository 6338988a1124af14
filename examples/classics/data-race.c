/* A statistics counter that one of its two users forgets to protect. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { long hits, misses; } cache;

static void *lookup(void *unused) {
  pthread_mutex_lock(&lock);
  cache.hits++;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void reset(void) {
  cache.hits = 0;
  cache.misses = 0;
}

int main(void) {
  pthread_t reader;
  pthread_create(&reader, 0, lookup, 0);
  reset();
  pthread_join(reader, 0);
}
