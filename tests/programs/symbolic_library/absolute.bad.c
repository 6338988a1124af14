// The least number has none.
//@ native: no
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = abs(x); //~ signed-overflow
  (void)y;
  return 0;
}
