// No run goes beyond the bound, so nothing was left out.
//@ check: --values sequence=5
#include <gmc.h>

static unsigned char sequence;

int main(void) {
  for (int i = 0; i < 4; i++)
    sequence += gmc_choose(2);
  return sequence > 4;
}
