// Reads the last element of a block from malloc.
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 2;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  int i = 3;
  int v = p[i];
  free(p);
  return v - 3;
}
