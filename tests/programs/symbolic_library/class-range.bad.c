// Any number is passed where a character must be.
//@ native: no
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  int digit = (isdigit)(c); //~ out-of-bounds
  (void)digit;
  return 0;
}
