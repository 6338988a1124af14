// Pointers into an object stay in it.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > 100 || k > n)
    return 0;
  char *p = malloc(n);
  if (p == 0)
    return 0;
  char *q = p + k, *end = p + n;
  if (end - q != (long)(n - k) || q > end)
    reach_error();
  free(p);
  return 0;
}
