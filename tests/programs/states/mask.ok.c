// A signal that was taken does not wait any more.
#include <gmc.h>
#include <signal.h>
#include <stddef.h>

int main(void) {
  sigset_t set, waiting;
  int number;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, NULL);
  if (gmc_choose(2)) {
    raise(SIGUSR2);
    sigwait(&set, &number);
    number = 0;
  }
  for (int i = 0; i < 4; i++) gmc_choose(2);
  sigpending(&waiting);
  gmc_assert(!sigismember(&waiting, SIGUSR2));
  return 0;
}
