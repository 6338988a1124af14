// A compare-and-exchange may fail.
//@ native: no
#include <assert.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), expected = __VERIFIER_nondet_int(), was = expected;
  atomic_int cell = x;
  _Bool done = atomic_compare_exchange_strong(&cell, &expected, 7);
  assert(done || x == 0); //~ assertion
  return 0;
}
