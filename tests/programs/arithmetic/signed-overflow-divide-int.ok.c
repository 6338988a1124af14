// The smallest int divided by minus one.
#include <limits.h>

int main(void) {
  int a = INT_MIN + 1, b = -1;
  int r = a / b;
  return r < 0;
}
