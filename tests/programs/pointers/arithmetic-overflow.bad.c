// An offset so large that the address wraps is an error.
#include <stdint.h>

int main(void) {
  char buffer[16];
  uint64_t huge = UINT64_MAX / 2;
  char *end = buffer + huge; //~ invalid-pointer-operation
  return end < buffer;
}
