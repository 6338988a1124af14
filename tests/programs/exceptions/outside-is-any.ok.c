// What is read outside of an object is any value, and what is written there changes nothing, where that is allowed.
//@ check: --allow out-of-bounds@peek --allow use-after-free@poke
#include <assert.h>
#include <stdlib.h>

static int peek(int *at) { return at[4]; }

static void poke(int *at) { *at = 7; }

int main(void) {
  int *numbers = malloc(4 * sizeof *numbers), mine = 1;
  if (!numbers) return 0;
  int found = peek(numbers);
  free(numbers);
  poke(numbers);
  assert(found >= 0 || found < 0);
  assert(mine == 1);
  return 0;
}
