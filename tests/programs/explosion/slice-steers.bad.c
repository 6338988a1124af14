// A counter that a branch reads is not ignored: the error behind it is found.
//@ check: --slice auto
#include <gmc.h>

static unsigned sent, limit = 9;
static int state;

int main(void) {
  while (sent <= limit) {
    if (gmc_choose(2))
      state = !state;
    sent++;
    gmc_assert(sent < 9 || !state); //~ assertion
  }
  return 0;
}
