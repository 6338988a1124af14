// A counter at the end of its type.
#include <limits.h>

int main(void) {
  int n = INT_MAX - 3, steps = 0;
  while (steps < 3) {
    n++;
    steps++;
  }
  return n != INT_MAX;
}
