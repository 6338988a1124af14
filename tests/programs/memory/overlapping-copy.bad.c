// memcpy with ranges that overlap.
#include <string.h>

int main(void) {
  char s[17] = "0123456789abcdef";
  memcpy(s + 4, s, 8); //~ overlapping-copy
  return s[15] - '7';
}
