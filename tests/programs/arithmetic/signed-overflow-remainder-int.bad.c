// The remainder of the smallest int by minus one is computed by the same division.
#include <limits.h>

int main(void) {
  int a = INT_MIN, b = -1;
  int r = a % b; //~ signed-overflow: 32 bits
  return r != 0;
}
