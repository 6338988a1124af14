// After a block shrinks, its old end is outside.
#include <stdlib.h>

int main(void) {
  int *p = calloc(10, sizeof *p);
  if (!p)
    return 2;
  p = realloc(p, 5 * sizeof *p);
  if (!p)
    return 3;
  int v = p[5]; //~ out-of-bounds: heap memory (20 bytes)
  free(p);
  return v;
}
