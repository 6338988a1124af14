// A value that was never set is any value where that is allowed.
//@ check: --allow uninitialized-read@main
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int local;
  int *heap = malloc(2 * sizeof *heap);
  if (!heap) return 0;
  int sum = 0;
  if (local > 3) sum++;
  if (heap[1] > 3) sum++;
  assert(sum >= 0 && sum <= 2);
  free(heap);
  return 0;
}
