// What a loop reads byte by byte is a sum that fits.
//@ native: no
//@ check: --stdin-any 3
#include <assert.h>
#include <stdio.h>

int main(void) {
  int sum = 0, c;
  while ((c = getchar()) != EOF)
    sum += c;
  assert(sum >= 0 && sum <= 3 * 255);
  return 0;
}
