// A source that starts again gives the same numbers.
#include <gmc.h>
#include <stdlib.h>

int main(void) {
  srand(7);
  int first = rand();
  if (gmc_choose(2)) rand();
  srand(7);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(rand() == first);
  return 0;
}
