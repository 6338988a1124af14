// Rounded numbers are whole, and not far away.
//@ native: no
//@ states: 4
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (isfinite(x)) {
    assert(floor(x) <= x && ceil(x) >= x);
    assert(fabs(trunc(x)) <= fabs(x));
    assert(fmin(x, 1.0) <= 1.0 && fmax(x, 1.0) >= 1.0);
  }
  assert(!signbit(fabs(x)));
  return 0;
}
