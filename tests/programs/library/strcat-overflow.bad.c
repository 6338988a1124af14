// strcat needs room for both strings and the zero byte.
#include <string.h>

int main(void) {
  char b[8] = "abcd";
  strcat(b, "efgh"); //~ out-of-bounds: `b` (8 bytes
  return b[6] - 'g';
}
