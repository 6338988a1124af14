// What is printed in one base is read back in another.
//@ native: no
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[8];
  unsigned n = __VERIFIER_nondet_uchar(), m;
  snprintf(text, sizeof text, "%u", n);
  assert(sscanf(text, "%x", &m) == 1);
  assert(n == m); //~ assertion
  return 0;
}
