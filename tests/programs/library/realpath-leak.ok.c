// realpath without a place for the path makes one, which is to be freed.
//@ check
#define _GNU_SOURCE
#include <stdlib.h>

int main(void) {
  char *path = realpath("/", NULL);
  int first = path ? *path : '/';
  free(path);
  return first != '/';
}
