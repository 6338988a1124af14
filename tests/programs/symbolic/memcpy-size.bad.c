// One byte too many.
//@ native: no
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char from[5] = {1, 2, 3, 4, 5}, to[4], n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 5);
  memcpy(to, from, n); //~ out-of-bounds
  return 0;
}
