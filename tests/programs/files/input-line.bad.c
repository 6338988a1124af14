// A line that is put together from two bytes of any input.
//@ check: --stdin-any 2
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[4];
  if (fgets(line, sizeof line, stdin))
    assert(line[0] != 'h' || line[1] != 'i'); //~ assertion
  return 0;
}
