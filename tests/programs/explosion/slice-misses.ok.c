// What reaches a counter by an address that nobody sees is taken for something else, and the error that depends on it is
// missed: the answer says so.
//@ check: --slice auto
//@ unknown: sent@
#include <gmc.h>
#include <string.h>

static struct {
  unsigned sent;
} statistics;
static int state;

int main(void) {
  for (;;) {
    if (gmc_choose(2))
      statistics.sent++;
    state = !state;
    unsigned copy;
    memcpy(&copy, &statistics, sizeof copy);
    gmc_assert(copy < 5);
  }
}
