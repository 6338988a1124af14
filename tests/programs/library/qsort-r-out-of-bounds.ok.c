// The comparison is called with what qsort_r is told to sort.
#define _GNU_SOURCE
#include <stdlib.h>

static int compare(const void *a, const void *b, void *direction) {
  int x = *(const int *)a, y = *(const int *)b;
  return *(int *)direction * ((x > y) - (x < y));
}

int main(void) {
  int a[3] = {1, 3, 2}, direction = -1;
  qsort_r(a, 3, sizeof *a, compare, &direction);
  return a[0] - 3;
}
