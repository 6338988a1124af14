// After the environment was cleared it is the same, whatever was in it.
#define _GNU_SOURCE
#include <gmc.h>
#include <stdlib.h>

int main(void) {
  if (gmc_choose(2)) setenv("HOME", "/nowhere", 1);
  clearenv();
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(getenv("HOME") == NULL);
  return 0;
}
