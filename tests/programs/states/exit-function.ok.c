// Functions run in the reverse order of their registration.
#include <gmc.h>
#include <stdlib.h>

static int done;

static void work(void) { done = 1; }
static void check(void) { gmc_assert(!done); }

int main(void) {
  if (gmc_choose(2)) atexit(work);
  atexit(check);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  return 0;
}
