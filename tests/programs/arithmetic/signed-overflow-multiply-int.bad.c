// The result of `a * b` does not fit an int.
#include <limits.h>

int main(void) {
  int a = 46341, b = a;
  int r = a * b; //~ signed-overflow: 32 bits
  return r == 0;
}
