// The same block is freed once.
#include <stdlib.h>

static char *name;

static void drop(void) {
  free(name);
  name = NULL;
}

int main(void) {
  name = malloc(12);
  drop();
  drop();
  return 0;
}
