// A number from standard input is an index without a check.
//@ native: no
//@ check: --stdin-any 3
#include <stdio.h>

int main(void) {
  int table[16] = {0}, at;
  if (scanf("%d", &at) != 1)
    return 0;
  table[at] = 1; //~ out-of-bounds
  return table[3];
}
