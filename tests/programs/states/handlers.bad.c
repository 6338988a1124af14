// Who handles a signal is part of the state.
#include <gmc.h>
#include <signal.h>

static int handled;

static void handler(int number) { handled = number; }

int main(void) {
  signal(SIGUSR1, SIG_IGN);
  if (gmc_choose(2)) signal(SIGUSR1, handler);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  raise(SIGUSR1);
  gmc_assert(!handled); //~ assertion
  return 0;
}
