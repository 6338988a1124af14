// Reads before the start of a block.
#include <stdlib.h>

int main(void) {
  long *p = calloc(4, sizeof *p);
  if (!p)
    return 2;
  long *q = p + 0;
  long v = q[-1]; //~ out-of-bounds: offset -8 of heap memory (32 bytes)
  free(p);
  return (int)v;
}
