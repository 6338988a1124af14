// What was there before is copied.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n < 4 || m < 8)
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
  q[7] = 1;
  if (q[3] != 7)
    reach_error();
  free(q);
  return 0;
}
