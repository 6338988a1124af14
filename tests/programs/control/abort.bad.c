// The program gives up.
#include <stdlib.h>

static void fatal(void) {
  abort(); //~ abort
}

int main(void) {
  if (1)
    fatal();
  return 0;
}
