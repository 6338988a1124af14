// A byte that is something else is not a boolean.
//@ native: no
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  _Bool b;
  c &= 2;
  memcpy(&b, &c, 1);
  return b; //~ invalid-value
}
