// Likewise, and it holds.
#include <assert.h>
#include <gmc.h>
int main(void) {
  int low = 7, high = gmc_choose(1) + 8;
  assert(high > low);
  return 0;
}
