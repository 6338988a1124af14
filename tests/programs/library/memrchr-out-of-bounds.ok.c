// memrchr begins at the end that it is told.
#define _GNU_SOURCE
#include <string.h>

int main(void) {
  char b[4] = {'a', 'b', 'c', 'd'};
  return (char *)memrchr(b, 'd', 4) - b - 3;
}
