// What was to happen at a signal before is written to where the program says.
#include <pthread.h>
#include <signal.h>

static struct sigaction before;

static void *change(void *arg) {
  before.sa_flags = 1; //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, change, 0);
  sigaction(SIGUSR1, 0, &before); //~| data-race
  pthread_join(other, 0);
}
