// A counter at the end of its type.
#include <limits.h>

int main(void) {
  int n = INT_MAX - 3, steps = 0;
  while (steps < 4) {
    n++; //~ signed-overflow: 2147483647 + 1
    steps++;
  }
  return n != INT_MAX;
}
