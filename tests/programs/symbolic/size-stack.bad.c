// Together they do not.
//@ native: no
#include <alloca.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n < 1 || n > 5000000 || m < 1 || m > 5000000)
    return 0;
  char *a = alloca(n), *b = alloca(m); //~ stack-overflow
  a[0] = 1;
  b[0] = 2;
  return a[0] + b[0] - 3;
}
