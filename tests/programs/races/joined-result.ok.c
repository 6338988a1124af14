// Joining writes the result to where it is told.
// Who waits for that by joining the one that joins may read it.
#include <assert.h>
#include <pthread.h>

static pthread_t worker;
static void *result;

static void *work(void *arg) { return arg; }

static void *collect(void *arg) {
  pthread_join(worker, &result);
  return arg;
}

int main(void) {
  pthread_t collector;
  pthread_create(&worker, 0, work, &worker);
  pthread_create(&collector, 0, collect, 0);
  pthread_join(collector, 0);
  assert(result == &worker);
}
