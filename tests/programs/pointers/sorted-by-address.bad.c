// Pointers into different objects, sorted by address.
//@ options: --pedantic
#include <stdlib.h>

static int order(const void *a, const void *b) {
  char *const *x = a, *const *y = b;
  return (*x > *y) - (*x < *y); //~ invalid-pointer-operation: different objects
}

int main(void) {
  char *p[2] = {malloc(4), malloc(4)};
  qsort(p, 2, sizeof *p, order);
  free(p[0]);
  free(p[1]);
  return 0;
}
