// The end of `main` calls `exit`, too.
#include <stdlib.h>

static int depth;

static void leave(void) {
  if (++depth < 3)
    exit(depth); //~ bad-call
}

int main(void) {
  atexit(leave);
  return 0;
}
