// memcpy from freed memory.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(8), b[8];
  if (!p)
    return 2;
  memset(p, 3, 8);
  free(p);
  memcpy(b, p, 8); //~ use-after-free
  return b[7] - 3;
}
