// An index that is unsigned.
#include <stdlib.h>

int main(void) {
  short *numbers = calloc(4, sizeof(short));
  volatile unsigned long index = 1;
  int number = numbers[index];
  free(numbers);
  return number;
}
