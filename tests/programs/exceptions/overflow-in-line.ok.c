// Comments in the source allow what happens in their line, or in the next one.
#include <assert.h>
#include <limits.h>

int main(void) {
  int x = INT_MAX, y = INT_MAX, z = 40;
  x++; // gmc_allow: signed-overflow
  /* gmc_allow: signed-overflow, invalid-shift */
  y = (y + 1) + (1 << z);
  assert(x == INT_MIN);
  assert(y == INT_MIN + (1 << 8));
  return 0;
}
