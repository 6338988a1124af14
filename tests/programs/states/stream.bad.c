// What is given back to a stream is part of the state.
#include <gmc.h>
#include <stdio.h>

int main(void) {
  char text[] = "xy";
  FILE *file = fmemopen(text, 2, "r");
  if (gmc_choose(2)) ungetc('z', file);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(getc(file) == 'x'); //~ assertion
  fclose(file);
  return 0;
}
