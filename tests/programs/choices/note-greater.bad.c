// Likewise with two variables, of which each keeps its value.
//@ note: `low` is 7
//@ note: `high` is 3
#include <assert.h>
#include <gmc.h>
int main(void) {
  int low = 7, high = gmc_choose(1) + 3;
  assert(high > low); //~ assertion
  return 0;
}
