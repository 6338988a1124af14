// stdlib.h: qsort_r hands its last argument to every comparison.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

struct order {
  int direction, calls;
};

static int compare(const void *a, const void *b, void *context) {
  struct order *order = context;
  order->calls++;
  int x = *(const int *)a, y = *(const int *)b;
  return order->direction * ((x > y) - (x < y));
}

int main(void) {
  int numbers[] = {5, 3, 9, -1, 7, 0, 3, 12, -8};
  enum { count = sizeof numbers / sizeof *numbers };
  for (int direction = 1; direction >= -1; direction -= 2) {
    struct order order = {direction, 0};
    qsort_r(numbers, count, sizeof *numbers, compare, &order);
    for (int i = 0; i < count; i++)
      printf(" %d", numbers[i]);
    printf(" %d\n", order.calls > count - 2);
  }
  struct order none = {1, 0};
  qsort_r(numbers, 1, sizeof *numbers, compare, &none);
  qsort_r(numbers, 0, sizeof *numbers, compare, &none);
  return none.calls;
}
