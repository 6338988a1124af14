// A number may have more digits than the buffer has room for.
//@ native: no
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[11];
  return sprintf(text, "%d", __VERIFIER_nondet_int()) < 1; //~ out-of-bounds
}
