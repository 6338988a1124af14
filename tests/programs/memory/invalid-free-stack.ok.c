// A local variable is not heap memory.
#include <stdlib.h>

static void release(int *p, int heap) {
  if (heap)
    free(p);
}

int main(void) {
  int x = 0;
  release(&x, 0);
  int *p = malloc(sizeof *p);
  release(p, 1);
  return x;
}
