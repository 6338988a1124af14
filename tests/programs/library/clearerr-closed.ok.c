// Errors of an open stream are cleared.
#include <stdio.h>

int main(void) {
  FILE *f = tmpfile();
  if (!f) return 1;
  clearerr(f);
  fclose(f);
  clearerr(stdout);
  return 0;
}
