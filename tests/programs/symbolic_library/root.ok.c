// The root of what is not negative is a number.
//@ native: no
//@ states: 6
#include <assert.h>
#include <errno.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  errno = 0;
  double y = sqrt(x);
  assert((errno == EDOM) == (x < 0));
  assert(isnan(y) == (isnan(x) || x < 0));
  return 0;
}
