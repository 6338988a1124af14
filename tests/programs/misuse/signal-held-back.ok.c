// A signal to the process that all threads hold back waits for the process, not for who sent it: gmc does not know such.
//@ unknown: a signal to the process that its sender holds back
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *send(void *argument) {
  kill(getpid(), SIGUSR2);
  return argument;
}

int main(void) {
  sigset_t set, left;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_t thread;
  pthread_create(&thread, 0, send, 0);
  pthread_join(thread, 0);
  sigpending(&left);
  assert(!sigismember(&left, SIGUSR2));
  return 0;
}
