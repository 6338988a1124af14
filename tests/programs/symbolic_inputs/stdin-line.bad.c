// A line is forgotten where it begins with a comment sign.
//@ native: no
//@ check: --stdin-any 3
//@ violation: memory-leak
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0)
    if (line[0] == '#') {
      line = NULL;
    }
  free(line);
  return 0;
}
