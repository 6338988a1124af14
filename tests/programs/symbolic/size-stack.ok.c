// Two arrays that fit the stack together.
//@ native: no
#include <alloca.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n < 1 || n > 4000000 || m < 1 || m > 4000000)
    return 0;
  char *a = alloca(n), *b = alloca(m);
  a[0] = 1;
  b[0] = 2;
  if (b[0] != 2)
    reach_error();
  return 0;
}
