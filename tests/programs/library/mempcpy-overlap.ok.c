// mempcpy copies between places that have nothing in common.
#define _GNU_SOURCE
#include <string.h>

int main(void) {
  char b[12] = "abcdef";
  char *end = mempcpy(b + 6, b, 6);
  return end[-1] != 'f';
}
