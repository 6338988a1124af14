// Pointers into different objects, sorted by address, and a test for overlap.
#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b) {
  char *const *x = a, *const *y = b;
  return (*x > *y) - (*x < *y);
}

static int overlap(const char *a, size_t n, const char *b, size_t m) { return a < b + m && b < a + n; }

int main(void) {
  char *p[3] = {malloc(4), malloc(4), malloc(4)};
  qsort(p, 3, sizeof *p, order);
  int wrong = p[0] > p[1] || p[1] > p[2] || overlap(p[0], 4, p[2], 4) || !overlap(p[0], 4, p[0] + 3, 1);
  char **found = bsearch(&p[1], p, 3, sizeof *p, order);
  if (found != &p[1]) wrong = 1;
  for (int i = 0; i < 3; i++)
    free(p[i]);
  return wrong;
}
