// A read from a stream fits.
#include <stdio.h>

int main(void) {
  char text[4];
  FILE *f = tmpfile();
  if (!f) return 1;
  fputs("abcdef", f);
  rewind(f);
  fread(text, 1, 4, f);
  return fclose(f);
}
