// Iteration with end pointers over arrays of every kind, backwards and forwards.
#include <stdlib.h>

struct s {
  int a[3];
  int b;
};

static int sum(const int *from, const int *to) {
  int s = 0;
  while (from != to)
    s += *from++;
  return s;
}

int main(void) {
  int local[5] = {1, 2, 3, 4, 5};
  static int global[2] = {6, 7};
  struct s s = {{1, 1, 1}, 100};
  int *heap = calloc(3, sizeof *heap);
  if (!heap)
    return 2;
  if (sum(local, local + 5) != 15 || sum(global, global + 2) != 13)
    return 3;
  if (sum(heap, heap + 3) != 0 || sum(s.a, s.a + 3) != 3)
    return 4;
  int *p = local + 5, r = 0;
  while (p > local)
    r = r * 10 + *--p;
  if (r != 54321)
    return 5;
  int x = 9;
  if (sum(&x, &x + 1) != 9)
    return 6;
  if (&local[5] - &local[0] != 5 || heap + 3 - heap != 3)
    return 7;
  free(heap);
  return 0;
}
