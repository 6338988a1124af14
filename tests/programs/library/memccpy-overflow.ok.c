// memccpy goes on to its end where the character does not come.
#include <string.h>

int main(void) {
  char b[8];
  const char *from = "key:value of it";
  memccpy(b, from, ':', 16);
  return b[0] != 'k';
}
