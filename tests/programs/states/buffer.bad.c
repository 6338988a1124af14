// A buffer that was given to a stream belongs to it until it is closed: who frees it then has to.
#include <gmc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = fopen("/tmp/file", "w");
  char *buffer = malloc(64); //~ memory-leak
  setvbuf(file, buffer, _IOFBF, 64);
  buffer = NULL;
  gmc_choose(2);
  fclose(file);
  return 0;
}
