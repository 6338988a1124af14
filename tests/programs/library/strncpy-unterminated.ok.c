// strncpy of a string that fills the buffer leaves no zero byte.
#include <string.h>

int main(void) {
  char b[4];
  strncpy(b, "abc", sizeof b);
  return (int)strlen(b) - 3;
}
