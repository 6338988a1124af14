// A line without an end is read.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = 0;
  size_t size = 0;
  FILE *zeros = fopen("/dev/zero", "r");
  return !zeros || getline(&line, &size, zeros) < 0;
}
