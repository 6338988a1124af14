// Characters that are counted and go nowhere.
#include <stdio.h>
int main(void) {
  int sum = 0;
  for (;;)
    sum ^= snprintf(0, 0, "%*d %.*f", 500000000, sum & 1, 100000000, 0.5);
}
