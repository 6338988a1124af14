// Clearing the environment is remembered.
#define _GNU_SOURCE
#include <gmc.h>
#include <stdlib.h>

int main(void) {
  setenv("HOME", "/nowhere", 1);
  if (gmc_choose(2)) clearenv();
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(getenv("HOME") != NULL); //~ assertion
  return 0;
}
