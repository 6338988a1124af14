// `exit` must not be called while it runs (C11 7.22.4.4p2).
#include <stdlib.h>

static void leave(void) {
  exit(0); //~ bad-call
}

int main(void) {
  atexit(leave);
  exit(0);
}
