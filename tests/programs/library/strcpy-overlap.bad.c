// strcpy with strings that overlap.
#include <string.h>

int main(void) {
  char b[16] = "abcdef";
  strcpy(b + 3, b); //~ overlapping-copy
  return b[8] - 'a';
}
