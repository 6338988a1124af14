// A value is read after its memory is freed.
//@ note: it was freed here
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 2;
  *p = 7;
  free(p);
  int v = *p; //~ use-after-free: heap memory (4 bytes, freed)
  return v - 7;
}
