// Memory of a symbolic size, filled.
//@ native: no
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= 4);
  int *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
  if (p[n - 1] != n - 1)
    reach_error();
  free(p);
  return 0;
}
