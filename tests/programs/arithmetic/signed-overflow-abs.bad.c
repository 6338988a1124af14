// The absolute value of the smallest int.
#include <limits.h>
#include <stdlib.h>

int main(void) {
  int n = INT_MIN;
  int r = abs(n); //~ signed-overflow
  return r < 0;
}
