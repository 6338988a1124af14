// The unexpected is possible.
//@ native: no
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (__builtin_expect(x > 5, 0))
    assert(x != 6); //~ assertion
  return 0;
}
