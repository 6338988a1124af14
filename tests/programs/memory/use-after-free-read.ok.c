// A value is read before its memory is freed.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 2;
  *p = 7;
  int v = *p;
  free(p);
  return v - 7;
}
