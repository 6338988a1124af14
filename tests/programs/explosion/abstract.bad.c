// An error that shows in the abstract state.
//@ check: --abstract-identity --abstract essence
#include <gmc.h>

static unsigned char buffer[6];
static int state;

unsigned long essence(void) {
  return (unsigned long)state;
}

int main(void) {
  for (;;) {
    unsigned what = gmc_choose(7);
    if (what < 6)
      buffer[what]++;
    else
      state++;
    gmc_assert(state < 9); //~ assertion
  }
}
