// A sort of half a million numbers, with a comparison that takes its time.
#include <stdlib.h>
static int numbers[500000];
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  for (int i = 0; i < 100; i++)
    x ^= i;
  return (x > y) - (x < y);
}
int main(void) {
  unsigned n = 1;
  for (int i = 0; i < 500000; i++)
    numbers[i] = (int)((n = n * 1664525 + 1013904223) >> 8);
  for (;;)
    qsort(numbers, 500000, sizeof *numbers, compare);
}
