// mempcpy copies between places that have nothing in common.
#define _GNU_SOURCE
#include <string.h>

int main(void) {
  char b[12] = "abcdef";
  char *end = mempcpy(b + 4, b, 6); //~ overlapping-copy
  return end[-1] != 'f';
}
