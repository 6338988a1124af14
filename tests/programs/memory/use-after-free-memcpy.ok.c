// memcpy from memory that is freed later.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(8), b[8];
  if (!p)
    return 2;
  memset(p, 3, 8);
  memcpy(b, p, 8);
  free(p);
  return b[7] - 3;
}
