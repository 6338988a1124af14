// Comments in the source allow what happens in their line, and nothing else.
#include <limits.h>

int main(void) {
  int x = INT_MAX, y = INT_MAX;
  x++; // gmc_allow: signed-overflow
  y++; //~ signed-overflow
  return x - y;
}
