// A stream that writes lines writes them as they end.
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
  assert(c == '\n' ? count == 1 && found == c : count == 0);
  fclose(file);
  return 0;
}
