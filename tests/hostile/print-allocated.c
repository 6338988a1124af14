// Texts of a thousand million characters, printed into memory.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  for (;;) {
    char *text;
    if (asprintf(&text, "%1000000000d%.900000000f", 1, 0.5) < 0) return 1;
    snprintf(NULL, 0, "%*d", 2000000000, 1);
  }
}
