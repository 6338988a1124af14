// Each process ignores its own copy of a variable, the one that was there before the fork and after it.
//@ unknown: rounds (gmc_ignore in
//@ native: no
#include <gmc.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long rounds;
static int phase;

static void work(void) {
  for (;;) {
    rounds++;
    phase = !phase;
    gmc_yield();
    gmc_assert(phase < 2);
    if (gmc_choose(2))
      return;
  }
}

int main(void) {
  gmc_ignore(&rounds);
  if (fork() == 0) {
    work();
    _exit(0);
  }
  work();
  wait(0);
  return 0;
}
