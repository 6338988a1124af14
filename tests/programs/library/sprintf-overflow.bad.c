// The buffer has room for all but the zero byte.
#include <stdio.h>

int main(void) {
  char b[5];
  sprintf(b, "%d", 12345); //~ out-of-bounds: `b` (5 bytes
  return b[4] - '5';
}
