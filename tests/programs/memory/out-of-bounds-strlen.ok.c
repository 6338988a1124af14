// A string without its zero byte.
#include <string.h>

int main(void) {
  char s[4] = "abc";
  return (int)strlen(s) - 3;
}
