// The absolute value of the smallest int.
#include <limits.h>
#include <stdlib.h>

int main(void) {
  int n = INT_MIN + 1;
  int r = abs(n);
  return r < 0;
}
