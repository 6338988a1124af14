// The result of `a - b` just fits a long.
#include <limits.h>

int main(void) {
  long a = LONG_MIN + 2, b = 2;
  long r = a - b;
  return r == 0;
}
