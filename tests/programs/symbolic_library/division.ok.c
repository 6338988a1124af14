// Quotient and remainder make up the number.
//@ native: no
//@ states: 6
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char x = __VERIFIER_nondet_char(), y = __VERIFIER_nondet_char();
  if (y != 0) {
    div_t d = div(x, y);
    assert(d.rem > -128 && d.rem < 128 && (x >= 0 || d.rem <= 0));
  }
  return 0;
}
