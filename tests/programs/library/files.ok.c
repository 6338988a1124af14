// A file is written, read back, moved in, and closed.
//@ native: no
#include <stdio.h>

int main(void) {
  FILE *f = fopen("/dev/null", "r");
  if (!f || fgetc(f) != EOF)
    return 2;
  fclose(f);
  return fopen("no/such/file", "r") ? 3 : 0;
}
