// A character fits unsigned char.
//@ native: no
//@ states: 6
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  int digit = c >= -1 && c < 256 ? (isdigit)(c) : 0;
  (void)digit;
  return 0;
}
