// A handler that registers another one does not call `exit`.
#include <stdlib.h>

static int depth;

static void leave(void) {
  if (++depth < 3)
    atexit(leave);
}

int main(void) {
  atexit(leave);
  return 0;
}
