// `_Exit` may be called while `exit` runs.
#include <stdlib.h>

static void leave(void) {
  _Exit(0);
}

int main(void) {
  atexit(leave);
  exit(0);
}
