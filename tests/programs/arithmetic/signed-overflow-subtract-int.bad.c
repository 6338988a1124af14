// The result of `a - b` does not fit an int.
#include <limits.h>

int main(void) {
  int a = INT_MIN, b = 1;
  int r = a - b; //~ signed-overflow: 32 bits
  return r == 0;
}
