//@ flags: -DDIGITS=6
// A combination lock: each right digit opens one more bolt, a wrong one closes all. Every try is remembered, so hardly two
// runs come to the same state.
#include <assert.h>
#include <gmc.h>

#ifndef DIGITS
#define DIGITS 9
#endif

static const unsigned char right[] = {2, 0, 3, 1, 1, 2, 3, 0, 2, 1, 3, 2};
static unsigned bolts, tries;

int main(void) {
  for (int i = 0; i < DIGITS; i++) {
    unsigned digit = gmc_choose(4);
    tries = tries * 4 + digit;
    bolts = digit == right[bolts] ? bolts + 1 : 0;
  }
  assert(bolts <= DIGITS);
}
