// Pointers that leave an object and come back to it.
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  int *end = numbers + 100;
  end -= 97;
  int number = *end;
  free(numbers);
  return number;
}
