// What is ignored hides no error that does not depend on it.
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
    gmc_assert(!busy); //~| data-race
    busy = 1; //~| data-race
    statistics.requests++;
    statistics.bytes += 100;
    pthread_mutex_unlock(&lock);
    busy = 0; //~| data-race
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
