// A read of eight bytes of which only six are inside of the block.
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char *p = malloc(14);
  if (!p)
    return 2;
  memset(p, 1, 14);
  unsigned long long v = 0;
  memcpy(&v, p + 8, 8); //~ out-of-bounds
  free(p);
  return v != 0x0101010101010101ull;
}
