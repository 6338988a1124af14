// The result of `a + b` does not fit an __int128.
#include <limits.h>

int main(void) {
  __int128 a = (__int128)(~(unsigned __int128)0 >> 1), b = 1;
  __int128 r = a + b; //~ signed-overflow: 128 bits
  return r == 0;
}
