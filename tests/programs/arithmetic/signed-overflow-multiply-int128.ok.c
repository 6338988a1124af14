// The result of `a * b` just fits an __int128.
#include <limits.h>

int main(void) {
  __int128 a = (__int128)1 << 63, b = (__int128)1 << 63;
  __int128 r = a * b;
  return r == 0;
}
