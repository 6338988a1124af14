// An index outside is an access outside, in its line.
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  volatile int i = 7;
  int number = numbers[i]; //~ out-of-bounds: offset 28 of heap memory (16 bytes)
  free(numbers);
  return number;
}
