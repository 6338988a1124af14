// A number is no pointer; null is.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  uintptr_t address = 0;
  free((void *)address);
  return 0;
}
