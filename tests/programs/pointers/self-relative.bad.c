// A pointer kept as the distance from where it stands.
// Here the distance of the one leads away from the place of the other.
#include <stdint.h>
#include <stdlib.h>

struct cell {
  intptr_t relative;
  int value;
};

static void point(struct cell *cell, const void *to) { cell->relative = (intptr_t)to - (intptr_t)&cell->relative; }
static void *target(struct cell *cell) { return (void *)(cell->relative + (intptr_t)&cell->relative); }

int main(void) {
  struct cell *cells = malloc(100 * sizeof *cells);
  int *heap = malloc(sizeof *heap);
  if (!cells || !heap) return 0;
  *heap = 7;
  point(&cells[0], heap);
  cells[99] = cells[0];
  return *(int *)target(&cells[99]) == 7; //~ out-of-bounds
}
