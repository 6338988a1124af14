// A copy of a file has the bytes of the file.
//@ native: no
//@ check: --file-any from:3
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *from = fopen("from", "r"), *to = fopen("to", "w+");
  int c, d;
  while ((c = getc(from)) != EOF)
    putc(c, to);
  rewind(from);
  rewind(to);
  while ((c = getc(from)) != EOF) {
    d = getc(to);
    assert(c == d);
  }
  fclose(from);
  fclose(to);
  return 0;
}
