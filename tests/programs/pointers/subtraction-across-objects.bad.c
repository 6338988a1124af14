// The difference of pointers into different objects.
#include <stdlib.h>

int main(void) {
  char *p = malloc(8), *q = malloc(8);
  if (!p || !q)
    return 2;
  char *r = q;
  long d = r - p; //~ invalid-pointer-operation: different objects
  free(p);
  free(q);
  return d != 5;
}
