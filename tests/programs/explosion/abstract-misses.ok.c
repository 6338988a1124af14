// An error that does not show in the abstract state is missed.
//@ check: --abstract-identity --abstract essence
//@ unknown: states with equal abstract states
#include <gmc.h>

static int hidden;

unsigned long essence(void) {
  return 1;
}

int main(void) {
  for (;;) {
    if (gmc_choose(2))
      hidden++;
    gmc_assert(hidden < 3);
  }
}
