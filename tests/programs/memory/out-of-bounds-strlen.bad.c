// A string without its zero byte.
#include <string.h>

int main(void) {
  char s[3] = "abc";
  return (int)strlen(s) - 3; //~ out-of-bounds
}
