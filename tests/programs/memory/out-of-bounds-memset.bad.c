// memset is held to the size of the object.
#include <string.h>

int main(void) {
  int a[4];
  memset(a, 0, sizeof a + 1); //~ out-of-bounds: local variable `a` (16 bytes)
  return a[3];
}
