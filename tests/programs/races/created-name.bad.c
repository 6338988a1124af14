// Creating a thread writes its name to where it is told.
// Here another thread, which was created before, uses it to join: it may be too early.
#include <pthread.h>

static pthread_t worker;

static void *work(void *arg) { return arg; }

static void *collect(void *arg) {
  return worker ? arg : 0; //~| data-race
}

int main(void) {
  pthread_t collector;
  pthread_create(&collector, 0, collect, 0);
  pthread_create(&worker, 0, work, 0); //~| data-race
  pthread_join(collector, 0);
  pthread_join(worker, 0);
}
