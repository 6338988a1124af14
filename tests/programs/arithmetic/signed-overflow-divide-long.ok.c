// The smallest long divided by minus one.
#include <limits.h>

int main(void) {
  long a = LONG_MIN + 1, b = -1;
  long r = a / b;
  return r < 0;
}
