// What was written is not 0.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = calloc(sizeof(int), n);
  if (p == 0 || n < 50) {
    free(p);
    return 0;
  }
  p[49] = n == 77;
  if (p[49] != 0)
    reach_error(); //~ assertion
  free(p);
  return 0;
}
