// One thread joins another, not two.
// Here two do.
#include <pthread.h>

static pthread_t worker;

static void *work(void *arg) { return arg; }

static void *collect(void *arg) {
  pthread_join(worker, 0); //~| thread-misuse
  return arg;
}

int main(void) {
  pthread_t collector;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&collector, 0, collect, 0);
  pthread_join(worker, 0); //~| thread-misuse
  pthread_join(collector, 0);
  return 0;
}
