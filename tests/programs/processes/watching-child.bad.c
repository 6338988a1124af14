// A child watches what its parent does, and sees it go too far.
//@ check
//@ native: no
//@ violation: invariant
#include <gmc.h>
#include <unistd.h>

static int level;

static int is_low(void) { return GMC_OF(gmc_process(0), level) < 3; }

int main(void) {
  if (fork() == 0) {
    gmc_invariant(is_low);
    gmc_watch();
  }
  for (int i = 0; i < 4; i++) {
    level++;
    gmc_yield();
  }
  return 0;
}
