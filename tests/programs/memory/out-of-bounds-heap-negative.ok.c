// Reads at the start of a block.
#include <stdlib.h>

int main(void) {
  long *p = calloc(4, sizeof *p);
  if (!p)
    return 2;
  long *q = p + 1;
  long v = q[-1];
  free(p);
  return (int)v;
}
