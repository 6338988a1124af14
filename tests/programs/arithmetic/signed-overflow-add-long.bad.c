// The result of `a + b` does not fit a long.
#include <limits.h>

int main(void) {
  long a = LONG_MAX, b = 2;
  long r = a + b; //~ signed-overflow: 64 bits
  return r == 0;
}
