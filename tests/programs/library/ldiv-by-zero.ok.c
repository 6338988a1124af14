// ldiv divides as the operator does.
#include <stdlib.h>

int main(void) {
  volatile long by = 5;
  return ldiv(17, by).rem != 2;
}
