// The digits of a number are as many as it needs.
//@ native: no
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[12];
  return sprintf(text, "%d", __VERIFIER_nondet_int()) < 1;
}
