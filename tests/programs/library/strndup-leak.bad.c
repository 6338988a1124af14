// What strndup returns is to be freed.
//@ check
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *part = strndup("abcdef", 3); //~ memory-leak
  int length = part ? (int)strlen(part) : 3;
  return length - 3;
}
