// What contradicts an assumption is not looked at.
// Here the assumption comes too late.
#include <gmc.h>

static int divide(int by) {
  return 12 / by; //~ division-by-zero
}

int main(void) {
  int by = (int)gmc_choose(4);
  int result = divide(by);
  gmc_assume(by != 0);
  return result < 0;
}
