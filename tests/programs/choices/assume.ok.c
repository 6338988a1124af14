// What contradicts an assumption is not looked at.
#include <gmc.h>

static int divide(int by) {
  return 12 / by;
}

int main(void) {
  int by = (int)gmc_choose(4);
  gmc_assume(by != 0);
  int result = divide(by);
  return result < 0;
}
