// A jug of 3 and one of 5 litres: to measure out 4.
#include <assert.h>
#include <gmc.h>

enum { SMALL = 3, BIG = 5 };

int main(void) {
  int small = 0, big = 0;
  for (;;) {
    int poured;
    switch (gmc_choose(6)) {
    case 0:
      small = SMALL;
      break;
    case 1:
      big = BIG;
      break;
    case 2:
      small = 0;
      break;
    case 3:
      big = 0;
      break;
    case 4:
      poured = small < BIG - big ? small : BIG - big;
      small -= poured;
      big += poured;
      break;
    default:
      poured = big < SMALL - small ? big : SMALL - small;
      big -= poured;
      small += poured;
    }
    assert(big != 4); //~ assertion
  }
}
