// Pointers kept as distances from where they stand: numbers that lead back to the object, wherever it lives.
#include <stdint.h>
#include <stdlib.h>

struct cell {
  intptr_t relative;
  int value;
};

static int global = 3;
static const int constant = 4;
static int twice(int x) { return 2 * x; }

static void point(struct cell *cell, const void *to) { cell->relative = (intptr_t)to - (intptr_t)&cell->relative; }
static void *target(struct cell *cell) { return (void *)(cell->relative + (intptr_t)&cell->relative); }

static struct cell fixed;
static int32_t near_by;

int main(void) {
  struct cell local, *cell = malloc(sizeof *cell), *cells[] = {&local, cell, &fixed};
  int *heap = malloc(sizeof *heap), stack = 5;
  if (!cell || !heap) return 0;
  *heap = 7;
  for (int i = 0; i < 3; i++) {
    point(cells[i], heap);
    if (*(int *)target(cells[i]) != 7) return 1;
    point(cells[i], &global);
    if (*(int *)target(cells[i]) != 3) return 2;
    point(cells[i], &constant);
    if (*(const int *)target(cells[i]) != 4) return 3;
    point(cells[i], &stack);
    if (*(int *)target(cells[i]) != 5) return 4;
    point(cells[i], cells[i]);
    if (target(cells[i]) != cells[i]) return 5;
    point(cells[i], (const void *)twice);
    if (((int (*)(int))target(cells[i]))(i) != 2 * i) return 6;
  }
  // In half the bits, as tables of the Linux kernel have it.
  near_by = (int32_t)((intptr_t)&global - (intptr_t)&near_by);
  if (*(int *)((intptr_t)&near_by + near_by) != 3) return 7;
  free(heap);
  free(cell);
  return 0;
}
