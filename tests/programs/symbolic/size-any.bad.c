// One byte more than there is for one of all sizes.
//@ native: no
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *p = malloc(n);
  if (p == 0 || n < 100) {
    free(p);
    return 0;
  }
  p[100] = 1; //~ out-of-bounds
  free(p);
  return 0;
}
