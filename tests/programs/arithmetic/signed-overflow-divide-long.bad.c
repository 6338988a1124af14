// The smallest long divided by minus one.
#include <limits.h>

int main(void) {
  long a = LONG_MIN, b = -1;
  long r = a / b; //~ signed-overflow: 64 bits
  return r < 0;
}
