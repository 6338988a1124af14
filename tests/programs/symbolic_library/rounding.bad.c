// NaN is not less than itself.
//@ native: no
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(floor(x) <= x); //~ assertion
  return 0;
}
