// Three bytes add up to a number that the program does not expect.
//@ native: no
//@ check: --stdin-any 3
#include <assert.h>
#include <stdio.h>

int main(void) {
  int sum = 0, c;
  while ((c = getchar()) != EOF)
    sum += c;
  assert(sum != 700); //~ assertion
  return 0;
}
