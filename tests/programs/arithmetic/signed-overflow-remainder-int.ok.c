// The remainder of the smallest int by minus one is computed by the same division.
#include <limits.h>

int main(void) {
  int a = INT_MIN + 1, b = -1;
  int r = a % b;
  return r != 0;
}
