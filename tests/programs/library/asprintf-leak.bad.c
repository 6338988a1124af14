// The text that asprintf made room for is not freed.
//@ check
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text;
  int length = asprintf(&text, "%d", 5); //~ memory-leak
  if (length < 0) return 1;
  return length != 1;
}
