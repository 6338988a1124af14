// strxfrm is told how much room there is.
#include <string.h>

int main(void) {
  char key[4];
  size_t length = strxfrm(key, "abcdef", 8); //~ out-of-bounds: `key` (4 bytes
  return length < 3;
}
