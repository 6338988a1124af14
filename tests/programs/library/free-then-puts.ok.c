// A library function reads freed memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(6);
  if (!s)
    return 2;
  strcpy(s, "hello");
  puts(s);
  free(s);
  return 0;
}
