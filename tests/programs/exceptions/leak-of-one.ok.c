// Memory that one function allocates may leak.
//@ check: --allow memory-leak@start
#include <stdlib.h>

static void start(void) { malloc(8); }

static void work(void) { free(malloc(8)); }

int main(void) {
  start();
  work();
  return 0;
}
