// A read from a stream is longer than the room for it.
#include <stdio.h>

int main(void) {
  char text[4];
  FILE *f = tmpfile();
  if (!f) return 1;
  fputs("abcdef", f);
  rewind(f);
  fread(text, 1, 6, f); //~ out-of-bounds: fread
  return fclose(f);
}
