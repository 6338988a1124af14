// rawmemchr looks for a byte that is there.
#define _GNU_SOURCE
#include <string.h>

int main(void) {
  char b[4] = {'a', 'b', 'c', 'd'};
  return (char *)rawmemchr(b, 'd') - b - 3;
}
