// An offset so large that the address wraps is computed in integers.
#include <stdint.h>

int main(void) {
  char buffer[16];
  uint64_t huge = UINT64_MAX / 2;
  uint64_t end = (uint64_t)buffer + huge;
  return end == 0;
}
