// Minus zero has a sign and is not below zero.
//@ native: no
#include <string.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  unsigned bits;
  memcpy(&bits, &f, 4);
  if (f == f && (f < 0) != bits >> 31)
    reach_error(); //~ assertion
  return 0;
}
