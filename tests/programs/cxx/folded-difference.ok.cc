// A sum over a difference of pointers that does not overflow.
#include <climits>

int main() {
  char text[] = "text";
  char *start = text, *end = text + 4;
  long sum = (end - start) + (LONG_MAX - 4) - LONG_MAX;
  return sum == 0 ? 0 : 1;
}
