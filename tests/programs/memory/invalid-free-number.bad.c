// A number is no pointer; null is.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  uintptr_t address = 4096;
  free((void *)address); //~ invalid-free
  return 0;
}
