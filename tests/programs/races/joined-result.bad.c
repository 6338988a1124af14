// Joining writes the result to where it is told.
// Here it is read while somebody else may be joining.
#include <pthread.h>

static pthread_t worker;
static void *result;

static void *work(void *arg) { return arg; }

static void *collect(void *arg) {
  pthread_join(worker, &result); //~| data-race
  return arg;
}

int main(void) {
  pthread_t collector;
  pthread_create(&worker, 0, work, &worker);
  pthread_create(&collector, 0, collect, 0);
  void *seen = result; //~| data-race
  pthread_join(collector, 0);
  return seen == &collector;
}
