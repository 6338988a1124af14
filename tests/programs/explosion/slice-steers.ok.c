// The counter that a branch reads is not ignored, and no run is wrong.
//@ check: --slice auto
#include <gmc.h>

static unsigned sent, limit = 9;
static int state;

int main(void) {
  while (sent <= limit) {
    if (gmc_choose(2))
      state = !state;
    sent++;
    gmc_assert(sent <= limit + 1 || !state);
  }
  return 0;
}
