// Four times the distance is -4.
#include <stdint.h>

int main(void) {
  int numbers[5] = {0};
  volatile int64_t count = -1;
  volatile uint64_t back = -1;
  int *p = &numbers[1] + count;
  int *q = &numbers[1] + back;
  return *p + *q;
}
