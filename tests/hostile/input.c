// Input of any bytes, read as numbers for ever.
// options: --stdin-any 4000
#include <stdio.h>
int main(void) {
  unsigned sum = 0, x;
  for (;;) {
    if (scanf("%u", &x) == 1)
      sum = sum * 31 + x;
    else
      getchar();
    sum++;
  }
}
