// Whether a stream takes wide characters, and whether something has failed, is part of the state.
#include <gmc.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  FILE *file = fopen("/tmp/file", "w");
  if (gmc_choose(2)) fwide(file, 1);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(fwide(file, 0) == 0); //~ assertion
  return 0;
}
