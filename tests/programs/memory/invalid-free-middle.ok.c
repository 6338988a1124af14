// Only the start of a block can be freed.
#include <stdlib.h>

int main(void) {
  char *p = malloc(16);
  char *q = p;
  for (int i = 0; i < 4; i++)
    q++;
  free(p);
  return 0;
}
