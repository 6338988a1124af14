// What follows arithmetic that wraps is examined: twice a positive number may be negative.
//@ check: --allow signed-overflow@mix
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int mix(int x) { return x + x; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0)
    assert(mix(x) > 0); //~ assertion
  return 0;
}
