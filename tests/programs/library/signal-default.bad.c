// A signal that nobody handles ends the program.
#include <signal.h>

static void handle(int number) {}

int main(void) {
  sigset_t set;
  signal(SIGUSR1, handle);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, 0);
  raise(SIGUSR2);
  sigprocmask(SIG_UNBLOCK, &set, 0); //~ abort: signal 12
  return 0;
}
