// The smallest int divided by minus one.
#include <limits.h>

int main(void) {
  int a = INT_MIN, b = -1;
  int r = a / b; //~ signed-overflow: 32 bits
  return r < 0;
}
