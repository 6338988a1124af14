// Nothing but calls.
#include <stdio.h>

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
  printf("%d\n", fibonacci(27));
  return 0;
}
