// What is read outside of an object is any value, where that is allowed.
//@ check: --allow out-of-bounds@peek
#include <assert.h>
#include <stdlib.h>

static int peek(int *at) { return at[4]; }

int main(void) {
  int *numbers = malloc(4 * sizeof *numbers);
  if (!numbers) return 0;
  int found = peek(numbers);
  free(numbers);
  assert(found != 3); //~ assertion
  return 0;
}
