// Statistics that grow for ever: without them, a server has few states.
//@ unknown: statistics.requests (gmc_ignore in
//@ states: 18
#include <gmc.h>
#include <pthread.h>

static struct {
  unsigned long requests;
  unsigned long bytes;
} statistics;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int busy;

static void *serve(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    gmc_assert(!busy);
    busy = 1;
    statistics.requests++;
    statistics.bytes += 100;
    busy = 0;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  gmc_ignore(&statistics.requests);
  gmc_ignore(&statistics.bytes, sizeof statistics.bytes);
  pthread_t other;
  pthread_create(&other, 0, serve, 0);
  serve(0);
  return 0;
}
