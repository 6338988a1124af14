// Errors of a closed stream are cleared.
#include <stdio.h>

int main(void) {
  FILE *f = tmpfile();
  if (!f) return 1;
  clearerr(f);
  fclose(f);
  clearerr(f); //~ use-after-free: clearerr
  return 0;
}
