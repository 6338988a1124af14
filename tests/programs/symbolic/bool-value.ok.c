// A byte that is 0 or 1 is read as a boolean.
//@ native: no
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  _Bool b;
  c &= 1;
  memcpy(&b, &c, 1);
  return b;
}
