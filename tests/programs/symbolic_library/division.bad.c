// A divisor may be zero.
//@ native: no
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char x = __VERIFIER_nondet_char(), y = __VERIFIER_nondet_char();
  div_t d = div(x, y); //~ division-by-zero
  (void)d;
  return 0;
}
