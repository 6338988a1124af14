// A detached thread and one that detaches itself; nobody joins them, and they use nothing that goes away.
// Here one of them uses a variable of a function that has returned.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int finished;

static void *first(void *arg) {
  atomic_int *count = arg;
  atomic_fetch_add(count, 1); //~| use-after-scope //~| data-race
  return 0;
}

static void *second(void *arg) {
  pthread_detach(pthread_self());
  atomic_fetch_add(&finished, 1);
  return arg;
}

static void start(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  atomic_int count = 0;
  pthread_create(&thread, &attributes, first, &count);
  pthread_attr_destroy(&attributes);
  pthread_create(&thread, 0, second, 0); //~| data-race
} //~| data-race

int main(void) {
  start();
  while (atomic_load(&finished) < 1)
    ;
  pthread_exit(0);
}
