// A sum over a difference of pointers overflows, though GCC could cancel the numbers.
#include <climits>

int main() {
  char text[] = "text";
  char *start = text, *end = text + 4;
  long sum = (end - start) + LONG_MAX - LONG_MAX; //~ signed-overflow
  return sum == 4 ? 0 : 1;
}
