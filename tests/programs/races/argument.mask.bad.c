// Which signals to hold back is read from memory.
#include <pthread.h>
#include <signal.h>

static sigset_t signals;

static void *change(void *arg) {
  sigaddset(&signals, SIGUSR2); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_create(&other, 0, change, 0);
  pthread_sigmask(SIG_BLOCK, &signals, 0); //~| data-race
  pthread_join(other, 0);
}
