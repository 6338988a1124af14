// The smallest int has no negation.
#include <limits.h>

int main(void) {
  int a = INT_MIN + 1;
  int r = -a;
  return r < 0;
}
