// memcpy needs valid pointers.
#include <string.h>

int main(void) {
  char b[4] = "abc", *from = b + 1;
  char c[4];
  memcpy(c, from, 3);
  return c[2];
}
