// malloc does not set anything.
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 2;
  p[0] = 0;
  int r = 0;
  if (p[1] == 1) //~ uninitialized-read: heap memory (16 bytes)
    r = 1;
  free(p);
  return r * 0;
}
