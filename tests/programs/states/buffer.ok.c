// A buffer that only a stream points to is not lost while the stream is open.
#include <gmc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = fopen("/tmp/file", "w");
  setvbuf(file, malloc(64), _IOFBF, 64);
  gmc_choose(2);
  fputs("text", file);
  return 0;
}
