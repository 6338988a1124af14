// A barrier is initialised before it is used: no initialiser does that.
// Here it is destroyed instead.
//@ flags: -pthread
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void) {
  pthread_barrier_init(&barrier, 0, 1);
  pthread_barrier_destroy(&barrier);
  pthread_barrier_wait(&barrier); //~ lock-misuse: destroyed
  return 0;
}
