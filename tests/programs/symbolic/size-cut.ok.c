// What lies far behind the start is not looked at.
//@ native: no
//@ unknown: more than the first 16384 bytes are used in line
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 20000)
    return 0;
  char *p = malloc(n);
  if (p == 0)
    return 0;
  p[17000] = 1;
  free(p);
  return 0;
}
