// memcpy with ranges that touch.
#include <string.h>

int main(void) {
  char s[17] = "0123456789abcdef";
  memcpy(s + 8, s, 8);
  return s[15] - '7';
}
