// A loop fills the array, and then every element can be looked at.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > 12)
    return 0;
  unsigned *p = malloc(n * sizeof *p);
  if (p == 0)
    return 0;
  for (unsigned i = 0; i < n; i++)
    p[i] = i * i;
  if (k < n && p[k] != k * k)
    reach_error();
  free(p);
  return 0;
}
