// The same block is freed twice.
#include <stdlib.h>

static char *name;

static void drop(void) {
  free(name); //~ double-free: freed before
}

int main(void) {
  name = malloc(12);
  drop();
  drop();
  return 0;
}
