// No object is larger than half of all addresses.
//@ native: no
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *p = malloc(n);
  if (p != 0 && n >> 63)
    reach_error();
  free(p);
  return 0;
}
