// A library function writes into a constant table.
#include <string.h>

static const char table[4] = {1, 2, 3, 4};

int main(void) {
  char *t = (char *)table;
  memset(t, 0, 2); //~ read-only-write: `table`
  return t[3] - 4;
}
