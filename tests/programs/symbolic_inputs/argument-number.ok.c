// A number in an argument, and one that was given.
//@ native: no
//@ check: --arg-any 2
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1;
  return n ? 60 / n > 60 : 0;
}
