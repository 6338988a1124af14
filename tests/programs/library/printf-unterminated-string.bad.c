// %s reads up to the zero byte which is missing.
#include <stdio.h>

int main(void) {
  char s[3] = {'a', 'b', 'c'};
  printf("%s\n", s); //~ out-of-bounds: `s` (3 bytes
  return 0;
}
