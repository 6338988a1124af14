// Whatever the size is, the first byte is there if it is not 0.
//@ native: no
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *p = malloc(n);
  if (p == 0 || n == 0) {
    free(p);
    return 0;
  }
  p[0] = 1;
  if (n > 100)
    p[100] = p[0];
  if (n > 100 && p[100] != 1)
    reach_error();
  free(p);
  return 0;
}
