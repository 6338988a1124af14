// A condition variable is initialised while another thread signals it.
#include <pthread.h>

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *signal(void *arg) {
  pthread_cond_signal(&condition); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, signal, 0);
  pthread_cond_init(&condition, 0); //~| data-race
  pthread_join(other, 0);
}
