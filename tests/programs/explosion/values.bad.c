// An error within the bound.
//@ check: --values sequence=5
#include <gmc.h>

static unsigned char sequence;
static unsigned char window;

int main(void) {
  for (;;) {
    switch (gmc_choose(3)) {
    case 0:
      sequence++;
      break;
    case 1:
      window = (window + 1) % 8;
      break;
    default:
      gmc_assert(window + sequence < 11); //~ assertion
    }
  }
}
