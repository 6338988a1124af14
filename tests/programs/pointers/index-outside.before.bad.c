// An index before the start is an access outside, in its line.
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  volatile int i = -3;
  numbers[i] = 1; //~ out-of-bounds: offset -12 of heap memory (16 bytes)
  free(numbers);
  return 0;
}
