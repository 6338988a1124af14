// A stream in memory that grows for ever.
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  for (;;)
    fprintf(out, "%0100d", 7);
}
