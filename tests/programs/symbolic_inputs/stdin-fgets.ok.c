// A line fits the buffer with its end.
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
  for (size_t i = 0; i + 1 < length; i++)
    assert(line[i] != '\n');
  return 0;
}
