// One is two past the end.
//@ check: --pedantic
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > 100 || k > n + 2)
    return 0;
  char *p = malloc(n);
  if (p == 0)
    return 0;
  char *q = p + k; //~ invalid-pointer-operation
  long distance = q - p;
  free(p);
  return distance < 0;
}
