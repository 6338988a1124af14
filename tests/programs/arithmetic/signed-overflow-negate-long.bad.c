// The smallest long has no negation.
#include <limits.h>

int main(void) {
  long a = LONG_MIN;
  long r = -a; //~ signed-overflow: 64 bits
  return r < 0;
}
