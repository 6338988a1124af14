// A line that may not have ended is taken to be in the file.
//@ native: no
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  FILE *file = tmpfile();
  setvbuf(file, NULL, _IOLBF, 64);
  char c = __VERIFIER_nondet_char(), found;
  fputc(c, file);
  long count = pread(fileno(file), &found, 1, 0);
  assert(count == 1); //~ assertion
  fclose(file);
  return 0;
}
