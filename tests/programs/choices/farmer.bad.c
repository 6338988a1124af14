// A farmer with a wolf, a goat and a cabbage: does he get across?
// His boat carries one more, and the counterexample is how.
#include <assert.h>
#include <gmc.h>

enum { FARMER, WOLF, GOAT, CABBAGE };

static int across[4];

static int eaten(void) {
  int goat_alone = across[GOAT] != across[FARMER];
  return goat_alone && (across[WOLF] == across[GOAT] || across[CABBAGE] == across[GOAT]);
}

int main(void) {
  for (;;) {
    unsigned passenger = gmc_choose(4);
    gmc_assume(across[passenger] == across[FARMER]);
    across[FARMER] = !across[FARMER];
    if (passenger != FARMER)
      across[passenger] = across[FARMER];
    gmc_assume(!eaten());
    int done = across[FARMER] && across[WOLF] && across[GOAT] && across[CABBAGE];
    assert(!done); //~ assertion
  }
}
