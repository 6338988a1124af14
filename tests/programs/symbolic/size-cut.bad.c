// It is an error nevertheless where the object ends before.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 10)
    return 0;
  char *p = malloc(n);
  if (p == 0)
    return 0;
  p[17000] = 1; //~ out-of-bounds
  free(p);
  return 0;
}
