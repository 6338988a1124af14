// Some sum does not fit.
//@ native: no
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), sum;
  assert(!__builtin_add_overflow(x, 5, &sum)); //~ assertion
  return 0;
}
