// The product wraps, and the object is too small.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = malloc(n * (unsigned)sizeof(int));
  if (p == 0 || n < 3) {
    free(p);
    return 0;
  }
  p[2] = 1; //~| out-of-bounds //~| invalid-pointer-operation
  free(p);
  return 0;
}
