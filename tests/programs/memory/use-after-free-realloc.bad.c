// realloc moves: the old pointer is dead but used.
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 2;
  p[0] = 1;
  p[1] = 2;
  int *q = realloc(p, 1000 * sizeof *q);
  if (!q)
    return 3;
  int v = p[1]; //~ use-after-free
  free(q);
  return v - 2;
}
