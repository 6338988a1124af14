// An index that a test keeps inside.
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  volatile int i = 3;
  int number = i < 4 ? numbers[i] : 0;
  free(numbers);
  return number;
}
