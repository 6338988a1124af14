// A loop that writes one element too many.
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  if (!p)
    return 2;
  for (int i = 0; i <= 10; i++)
    p[i] = 'x'; //~ out-of-bounds: offset 10 of heap memory (10 bytes)
  free(p);
  return 0;
}
