// Four times the distance is -4 modulo 2^64, which would be inside again.
#include <stdint.h>

int main(void) {
  int numbers[5] = {0};
  volatile int64_t count = PTRDIFF_MAX;
  int *p = &numbers[1] + count; //~ invalid-pointer-operation
  return *p;
}
