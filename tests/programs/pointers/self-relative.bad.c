// A pointer kept as the distance from where it stands.
// Here the distance of the one leads away from the place of the other. Both blocks have a page of their own, so that
// wherever they are, what it leads to is in neither.
#include <stdint.h>
#include <stdlib.h>

struct cell {
  intptr_t relative;
  int value;
};

static void point(struct cell *cell, const void *to) { cell->relative = (intptr_t)to - (intptr_t)&cell->relative; }
static void *target(struct cell *cell) { return (void *)(cell->relative + (intptr_t)&cell->relative); }

int main(void) {
  struct cell *cells = aligned_alloc(4096, 2 * sizeof *cells);
  int *heap = aligned_alloc(4096, sizeof *heap);
  if (!cells || !heap) return 0;
  *heap = 7;
  point(&cells[0], heap);
  cells[1] = cells[0];
  return *(int *)target(&cells[1]) == 7; //~ out-of-bounds
}
