// realloc frees the block it is given.
#include <stdlib.h>

int main(void) {
  void *p = malloc(4);
  void *q = realloc(p, 4000);
  if (!q)
    return 2;
  free(q);
  return 0;
}
