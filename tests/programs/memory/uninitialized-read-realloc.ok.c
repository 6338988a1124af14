// What realloc adds has no value.
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 2;
  p[0] = p[1] = 1;
  p = realloc(p, 4 * sizeof *p);
  if (!p)
    return 3;
  int v = p[1] - 1;
  free(p);
  return v;
}
