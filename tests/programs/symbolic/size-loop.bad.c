// It goes one element too far.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned *p = malloc(n * sizeof *p);
  if (p == 0)
    return 0;
  for (unsigned i = 0; i <= n; i++) {
    p[i] = i * i; //~ out-of-bounds
    if (i == 5)
      break;
  }
  free(p);
  return 0;
}
