// Allocates an array, fills it, frees it, again and again: the shape of the first benchmark that was ever run on a memory
// module for model checking. The numbers come from standard input: the size, then a value per round, 0 to end.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  unsigned size, value = 1;
  if (scanf("%u", &size) != 1)
    return 1;
  while (value > 0) {
    unsigned *array = malloc(size * sizeof *array);
    if (scanf("%u", &value) != 1)
      return 1;
    for (unsigned i = 0; i < size; i++)
      array[i] = value;
    printf("%u\n", array[0]);
    free(array);
  }
  return 0;
}
