// The result of `a * b` just fits an int.
#include <limits.h>

int main(void) {
  int a = 46340, b = a;
  int r = a * b;
  return r == 0;
}
