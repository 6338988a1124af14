// memccpy goes on to its end where the character does not come.
#include <string.h>

int main(void) {
  char b[8];
  const char *from = "key:value of it";
  memccpy(b, from, ';', 16); //~ out-of-bounds: `b` (8 bytes
  return b[0] != 'k';
}
