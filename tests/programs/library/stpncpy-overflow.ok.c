// stpncpy fills what it is told with zero bytes.
#define _GNU_SOURCE
#include <string.h>

int main(void) {
  char b[6];
  return stpncpy(b, "abc", sizeof b) != b + 3;
}
