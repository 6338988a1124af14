// Asking how a stream is oriented does not orient it.
#include <gmc.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  FILE *file = fopen("/tmp/file", "w");
  if (gmc_choose(2)) fwide(file, 0);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(fwide(file, 0) == 0);
  return 0;
}
