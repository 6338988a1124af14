// A line of any length is in memory that the program frees.
//@ native: no
//@ check: --stdin-any 3
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0)
    if (line[0] == '#') {
      free(line);
      line = NULL;
    }
  free(line);
  return 0;
}
