// Which signals are held back, and which wait, is part of the state.
#include <gmc.h>
#include <signal.h>
#include <stddef.h>

int main(void) {
  sigset_t set, waiting;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, NULL);
  if (gmc_choose(2)) raise(SIGUSR2);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  sigpending(&waiting);
  gmc_assert(!sigismember(&waiting, SIGUSR2)); //~ assertion
  return 0;
}
