// The result of `a * b` just fits a long.
#include <limits.h>

int main(void) {
  long a = 3037000499, b = a;
  long r = a * b;
  return r == 0;
}
