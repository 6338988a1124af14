// bzero writes as many bytes as it is told, and must find room for them.
#include <strings.h>

int main(void) {
  char b[8];
  bzero(b, sizeof b + 1); //~ out-of-bounds: `b` (8 bytes
  return b[7];
}
