// States that differ in the size of an object alone are two.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), f = __VERIFIER_nondet_uint() & 1;
  if (n > 1000)
    return 0;
  char *p = malloc(!f ? n : n + 1);
  if (p == 0)
    return 0;
  f = 0;
  if (n == 3)
    p[3] = 1; //~ out-of-bounds
  free(p);
  return 0;
}
