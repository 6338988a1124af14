// The smallest long has no negation.
#include <limits.h>

int main(void) {
  long a = LONG_MIN + 1;
  long r = -a;
  return r < 0;
}
