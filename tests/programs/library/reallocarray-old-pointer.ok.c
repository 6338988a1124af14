// After reallocarray there is the new array, and no old one.
#define _GNU_SOURCE
#include <stdlib.h>

int main(void) {
  int *old = reallocarray(NULL, 2, sizeof *old);
  if (!old)
    return 0;
  old[0] = 7;
  int *new = reallocarray(old, 20, sizeof *new);
  if (!new) {
    free(old);
    return 0;
  }
  int value = new[0];
  free(new);
  return value - 7;
}
