// The bits of a symbolic floating-point number.
//@ native: no
#include <string.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  unsigned bits;
  memcpy(&bits, &f, 4);
  if (f < 0 && !(bits >> 31))
    reach_error();
  bits &= 0x7fffffff;
  memcpy(&f, &bits, 4);
  if (f < 0)
    reach_error();
  return 0;
}
