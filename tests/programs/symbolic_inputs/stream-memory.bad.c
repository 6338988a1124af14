// A byte in a stream in memory is what nobody expects.
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
  assert(fgetc(in) != 200); //~ assertion
  fclose(in);
  free(text);
  return 0;
}
