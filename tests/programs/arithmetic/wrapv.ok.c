// With -fwrapv, signed arithmetic wraps.
//@ flags: -fwrapv
#include <limits.h>

int main(void) {
  int a = INT_MAX, m = INT_MIN;
  if (a + 1 != INT_MIN || m - 1 != INT_MAX || -m != INT_MIN)
    return 2;
  a++;
  return a == INT_MIN && a * 3 == INT_MIN ? 0 : 3;
}
