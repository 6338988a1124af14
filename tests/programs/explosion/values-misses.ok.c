// An error beyond the bound is missed.
//@ check: --values sequence=5
//@ unknown: sequence has more than 5 values
#include <gmc.h>

static unsigned char sequence;

int main(void) {
  for (;;) {
    sequence += gmc_choose(2);
    gmc_assert(sequence != 7);
  }
}
