// The new size is smaller than the old one.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n < 8 || m < 7 || m > n)
    return 0;
  char *p = malloc(n);
  if (p == 0)
    return 0;
  p[3] = 7;
  char *q = realloc(p, m);
  if (q == 0) {
    free(p);
    return 0;
  }
  q[7] = 1; //~ out-of-bounds
  free(q);
  return 0;
}
