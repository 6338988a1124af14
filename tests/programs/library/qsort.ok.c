// qsort and bsearch call back into the program.
#include <stdlib.h>

static int calls;

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  calls++;
  return (x > y) - (x < y);
}

int main(void) {
  int a[50], key = 21;
  for (int i = 0; i < 50; i++)
    a[i] = i * 37 % 50;
  qsort(a, 50, sizeof *a, compare);
  for (int i = 0; i < 50; i++)
    if (a[i] != i)
      return 2;
  int *p = bsearch(&key, a, 50, sizeof *a, compare);
  key = 99;
  return p == a + 21 && !bsearch(&key, a, 50, sizeof *a, compare) && calls > 0 ? 0 : 3;
}
