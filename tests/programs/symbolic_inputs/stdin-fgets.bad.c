// A line may fill the buffer: the byte before its end is no newline then.
//@ native: no
//@ check: --stdin-any 4
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[4];
  if (!fgets(line, sizeof line, stdin))
    return 0;
  size_t length = strlen(line);
  assert(length < sizeof line);
  if (length > 2)
    assert(line[length - 1] == '\n'); //~ assertion
  return 0;
}
