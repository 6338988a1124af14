// Memory that one function allocates may leak, and no other.
//@ check: --allow memory-leak@start
#include <stdlib.h>

static void start(void) { malloc(8); }

static void work(void) { malloc(8); } //~ memory-leak

int main(void) {
  start();
  work();
  return 0;
}
