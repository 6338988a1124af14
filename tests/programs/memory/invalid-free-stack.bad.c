// A local variable is not heap memory.
#include <stdlib.h>

static void release(int *p, int heap) {
  if (heap)
    free(p); //~ invalid-free: local variable `x`
}

int main(void) {
  int x = 0;
  release(&x, 1);
  int *p = malloc(sizeof *p);
  release(p, 1);
  return x;
}
