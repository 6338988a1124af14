// Choices multiply: among all pairs of a row there is one with the sum 7.
#include <gmc.h>

static const int row[4] = {1, 3, 4, 9};

int main(void) {
  unsigned i = gmc_choose(4), j = gmc_choose(4);
  gmc_assume(i < j);
  gmc_assert(row[i] + row[j] != 6);
  return 0;
}
