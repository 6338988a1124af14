// Three bytes of four were set: the number was not.
#include <stdlib.h>

int main(void) {
  unsigned char *bytes = malloc(4);
  bytes[0] = bytes[1] = bytes[2] = 0;
  unsigned *whole = (unsigned *)bytes, copy = *whole;
  unsigned low = copy & 0xff; //~ uninitialized-read
  free(bytes);
  return low;
}
