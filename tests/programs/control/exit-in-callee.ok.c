// exit ends the program from anywhere, after the functions given to atexit.
//@ exit: 17
#include <stdlib.h>

static int stage;

static void first(void) {
  if (stage != 2)
    _Exit(5);
  _Exit(17);
}

static void second(void) { stage = 2; }

static void deep(int n) {
  if (n == 0)
    exit(3);
  deep(n - 1);
}

int main(void) {
  atexit(first);
  atexit(second);
  deep(20);
  return 4;
}
