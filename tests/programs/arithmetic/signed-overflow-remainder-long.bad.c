// The remainder of the smallest long by minus one is computed by the same division.
#include <limits.h>

int main(void) {
  long a = LONG_MIN, b = -1;
  long r = a % b; //~ signed-overflow: 64 bits
  return r != 0;
}
