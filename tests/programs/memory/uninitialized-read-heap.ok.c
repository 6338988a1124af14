// malloc does not set anything, calloc does.
#include <stdlib.h>

int main(void) {
  int *p = calloc(4, sizeof *p);
  if (!p)
    return 2;
  p[0] = 0;
  int r = 0;
  if (p[1] == 1)
    r = 1;
  free(p);
  return r * 0;
}
