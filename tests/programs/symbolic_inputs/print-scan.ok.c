// What is printed is read back.
//@ native: no
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[8];
  unsigned n = __VERIFIER_nondet_uchar(), m;
  snprintf(text, sizeof text, "%u", n);
  assert(sscanf(text, "%u", &m) == 1);
  assert(n == m);
  return 0;
}
