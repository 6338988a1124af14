// A choice among nothing leads nowhere.
#include <gmc.h>

int main(void) {
  gmc_choose(gmc_choose(2) ? 1 : 0);
  unsigned only = gmc_choose(1);
  gmc_assert(only == 0);
  return 0;
}
