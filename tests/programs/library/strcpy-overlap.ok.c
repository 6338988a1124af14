// strcpy with strings that do not overlap.
#include <string.h>

int main(void) {
  char b[16] = "abcdef";
  strcpy(b + 8, b);
  return b[8] - 'a';
}
