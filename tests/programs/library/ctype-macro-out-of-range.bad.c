// The macros of ctype.h look into a table, which ends.
#include <ctype.h>

int main(void) {
  volatile int c = 0x17d;
  return isblank(c) != 0; //~ out-of-bounds
}
