// A dangling pointer may be forgotten.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!p)
    return 2;
  free(p);
  p = 0;
  return p == (char *)1;
}
