// The program gives up.
#include <stdlib.h>

static void fatal(void) {
  abort();
}

int main(void) {
  if (0)
    fatal();
  return 0;
}
