// A barrier is destroyed when all have passed it.
// Here somebody may still be waiting at it, or on the way.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *arg) {
  pthread_barrier_wait(&barrier); //~| lock-misuse //~| data-race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_barrier_destroy(&barrier); //~| lock-misuse //~| data-race
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
