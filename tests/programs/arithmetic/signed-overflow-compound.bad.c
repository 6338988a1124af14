// A compound assignment overflows in its type after the promotions.
#include <limits.h>

int main(void) {
  long total = LONG_MAX - 10;
  int parts[] = {4, 7};
  for (int i = 0; i < 2; i++)
    total += parts[i]; //~ signed-overflow: 64 bits
  return total != LONG_MAX;
}
