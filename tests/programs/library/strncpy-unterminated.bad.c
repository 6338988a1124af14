// strncpy of a string that fills the buffer leaves no zero byte.
#include <string.h>

int main(void) {
  char b[4];
  strncpy(b, "abcd", sizeof b);
  return (int)strlen(b) - 3; //~ out-of-bounds: `b` (4 bytes
}
