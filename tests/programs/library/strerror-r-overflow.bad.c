// strerror_r is told how much room there is.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>

int main(void) {
  char message[8];
  return strerror_r(EACCES, message, 64) != ERANGE; //~ out-of-bounds: `message` (8 bytes
}
