// The functions of ctype.h take EOF and what fits an unsigned char.
#include <ctype.h>

int main(void) {
  int (*test)(int) = isgraph;
  int c = 0x17d;
  return test(c & 0xff) == 0;
}
