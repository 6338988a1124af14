// It is decided behind that.
//@ native: no
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  printf("%d\n", x);
  assert(x != 4711); //~ assertion
  return 0;
}
