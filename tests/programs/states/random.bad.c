// How far random numbers have come is part of the state, for each of their sources.
#include <gmc.h>
#include <stdlib.h>

int main(void) {
  srand48(1);
  double first = drand48();
  srand48(1);
  if (gmc_choose(2)) drand48();
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(drand48() == first); //~ assertion
  return 0;
}
