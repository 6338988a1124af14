// Creating a thread writes its name to where it is told.
// Who is created afterwards may use it.
#include <pthread.h>

static pthread_t worker;

static void *work(void *arg) { return arg; }

static void *collect(void *arg) {
  pthread_join(worker, 0);
  return arg;
}

int main(void) {
  pthread_t collector;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&collector, 0, collect, 0);
  pthread_join(collector, 0);
}
