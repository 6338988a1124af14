// memcpy needs valid pointers.
#include <string.h>

int main(void) {
  char b[4] = "abc", *from = 0;
  char c[4];
  memcpy(c, from, 3); //~ null-dereference
  return c[2];
}
