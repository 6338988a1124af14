// What is given back and read again leaves no trace.
#include <gmc.h>
#include <stdio.h>

int main(void) {
  char text[] = "xy";
  FILE *file = fmemopen(text, 2, "r");
  if (gmc_choose(2)) {
    ungetc('z', file);
    getc(file);
  }
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(getc(file) == 'x');
  fclose(file);
  return 0;
}
