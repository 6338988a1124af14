// The most negative number has no absolute value in its type.
#include <limits.h>
#include <stdlib.h>

int main(void) {
  volatile long n = LONG_MIN + 1;
  return labs(n) != LONG_MAX;
}
