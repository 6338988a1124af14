// The functions of ctype.h take EOF and what fits an unsigned char.
#include <ctype.h>

int main(void) {
  int (*test)(int) = isgraph;
  int c = 0x17d;
  return test(c) == 0; //~ out-of-bounds: neither EOF nor a value of `unsigned char`
}
