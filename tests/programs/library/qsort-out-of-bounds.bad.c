// The comparison is called with what qsort is told to sort.
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  const int *x = a, *y = b;
  return (*x > *y) - (*x < *y); //~ out-of-bounds: local variable `a` (12 bytes)
}

int main(void) {
  int a[3] = {3, 1, 2};
  qsort(a, 4, sizeof *a, compare);
  return a[0] - 1;
}
