// What is to be called at the end of the program is part of the state, with what it is called with.
#include <gmc.h>
#include <stdlib.h>

static int done;

static void work(void) { done = 1; }
static void check(void) { gmc_assert(!done); } //~ assertion

int main(void) {
  atexit(check);
  if (gmc_choose(2)) atexit(work);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  return 0;
}
