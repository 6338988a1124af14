// Negative numbers have no root.
//@ native: no
#include <assert.h>
#include <errno.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = sqrt(x);
  assert(!isnan(y)); //~ assertion
  return 0;
}
