// The absolute value of all but one number is not negative.
//@ native: no
//@ states: 6
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > -2147483647)
    assert(abs(x) >= 0 && abs(x) <= 2147483646 + (x == 2147483647));
  return 0;
}
