// The comparison is called with what qsort is told to sort.
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int a[3] = {3, 1, 2};
  qsort(a, 4, sizeof *a, compare); //~ out-of-bounds
  return a[0] - 1;
}
