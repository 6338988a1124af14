// States with one protocol state are taken for one, whatever the buffers hold.
//@ check: --abstract-identity
//@ unknown: states with equal abstract states
//@ states: 10
#include <gmc.h>

static unsigned char buffer[6];
static int state;

static unsigned long essence(void) {
  gmc_abstract_bytes(&state, sizeof state);
  return 0;
}

int main(void) {
  gmc_abstract(essence);
  for (;;) {
    unsigned what = gmc_choose(7);
    if (what < 6)
      buffer[what]++;
    else
      state = (state + 1) % 9;
    gmc_assert(state < 9);
  }
}
