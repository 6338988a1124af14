// What goes into a stream in memory comes out of it.
//@ native: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char *text, c = __VERIFIER_nondet_char();
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "<%c>", c);
  fclose(out);
  assert(size == 3 && text[1] == c);
  FILE *in = fmemopen(text, size, "r");
  int first = fgetc(in), second = fgetc(in);
  ungetc(second, in);
  assert(first == '<' && fgetc(in) == (unsigned char)c);
  fclose(in);
  free(text);
  return 0;
}
