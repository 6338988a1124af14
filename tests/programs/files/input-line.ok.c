// A line of two bytes of any input, of which the second is never looked at.
//@ check: --stdin-any 2
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[4];
  if (fgets(line, sizeof line, stdin))
    assert(line[0] != 0 || line[0] == 0);
  return 0;
}
