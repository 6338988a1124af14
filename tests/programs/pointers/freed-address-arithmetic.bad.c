// A dangling pointer may not be moved.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!p)
    return 2;
  free(p);
  p += 2; //~ use-after-free
  return p == (char *)1;
}
