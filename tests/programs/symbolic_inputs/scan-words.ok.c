// Words and sets of characters are copied as they are.
//@ native: no
//@ check: --stdin-any 4
#include <assert.h>
#include <stdio.h>

int main(void) {
  char word[4] = "", digits[3] = "";
  if (scanf("%3s%2[0-9]", word, digits) == 2)
    assert(digits[0] >= '0' && digits[0] <= '9');
  return 0;
}
