// Half of the address space away, twice.
#include <stdlib.h>

int main(void) {
  short *numbers = calloc(4, sizeof(short));
  volatile unsigned long index = (1UL << 63) + 1;
  int number = numbers[index]; //~ invalid-pointer-operation
  free(numbers);
  return number;
}
