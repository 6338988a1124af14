// Reads one element behind a block from malloc.
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 2;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  int i = 4;
  int v = p[i]; //~ out-of-bounds: heap memory (16 bytes)
  free(p);
  return v - 3;
}
