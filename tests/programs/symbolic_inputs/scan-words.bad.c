// A word of any length does not fit.
//@ native: no
//@ check: --stdin-any 4
#include <assert.h>
#include <stdio.h>

int main(void) {
  char word[4] = "", digits[3] = "";
  scanf("%s", word); //~ out-of-bounds
  assert(!digits[0]);
  return 0;
}
