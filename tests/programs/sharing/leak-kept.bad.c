// The library keeps what it is given: a string of the environment, the buffer of a stream, memory that a stream works on.
// It does not keep what is only read.
#include <gmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  putenv(strdup("X=1"));
  setvbuf(stdout, malloc(64), _IOFBF, 64);
  FILE *stream = fmemopen(malloc(8), 8, "w");
  fputs("a", stream);
  setenv("X", strdup("2"), 0); //~ memory-leak
  gmc_choose(2);
  return getenv("X")[0] != '1';
}
