// A library function writes into a constant table.
#include <string.h>

static char table[4] = {1, 2, 3, 4};

int main(void) {
  char *t = (char *)table;
  memset(t, 0, 2);
  return t[3] - 4;
}
