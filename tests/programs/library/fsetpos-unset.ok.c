// A stream goes back to where it was.
#include <stdio.h>

int main(void) {
  fpos_t place;
  FILE *f = tmpfile();
  if (!f) return 1;
  if (fgetpos(f, &place) != 0 || fsetpos(f, &place) != 0) return 2;
  return fclose(f);
}
