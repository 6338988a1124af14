// What the environment holds is part of the state: whether a variable was set shows after the runs have met again.
#include <gmc.h>
#include <stdlib.h>

int main(void) {
  if (gmc_choose(2)) setenv("MODE", "fast", 1);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(getenv("MODE") == NULL); //~ assertion
  return 0;
}
