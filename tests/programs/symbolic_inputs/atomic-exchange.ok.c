// A compare-and-exchange takes place where values are equal.
//@ native: no
#include <assert.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), expected = __VERIFIER_nondet_int(), was = expected;
  atomic_int cell = x;
  _Bool done = atomic_compare_exchange_strong(&cell, &expected, 7);
  assert(done ? cell == 7 && x == was : cell == x && expected == x);
  return 0;
}
