// A number from standard input that is checked before it is an index.
//@ native: no
//@ check: --stdin-any 3
#include <stdio.h>

int main(void) {
  int table[16] = {0}, at;
  if (scanf("%d", &at) != 1)
    return 0;
  if (at >= 0 && at < 16)
    table[at] = 1;
  return table[3];
}
