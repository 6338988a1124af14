// A stream goes to a place that was never set.
#include <stdio.h>

int main(void) {
  fpos_t place;
  FILE *f = tmpfile();
  if (!f) return 1;
  if (fsetpos(f, &place) != 0) return 2; //~ uninitialized-read: fsetpos
  return fclose(f);
}
