// The difference of pointers into one object.
#include <stdlib.h>

int main(void) {
  char *p = malloc(8), *q = malloc(8);
  if (!p || !q)
    return 2;
  char *r = p + 5;
  long d = r - p;
  free(p);
  free(q);
  return d != 5;
}
