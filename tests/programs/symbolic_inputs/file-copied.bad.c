// A copy of a file is changed where a byte is a zero.
//@ native: no
//@ check: --file-any from:3
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *from = fopen("from", "r"), *to = fopen("to", "w+");
  int c, d;
  while ((c = getc(from)) != EOF)
    putc(c ? c : '0', to);
  rewind(from);
  rewind(to);
  while ((c = getc(from)) != EOF) {
    d = getc(to);
    assert(c == d); //~ assertion
  }
  fclose(from);
  fclose(to);
  return 0;
}
