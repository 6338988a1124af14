// The smallest int has no negation.
#include <limits.h>

int main(void) {
  int a = INT_MIN;
  int r = -a; //~ signed-overflow: 32 bits
  return r < 0;
}
