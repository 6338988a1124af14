// Sums of 64 bits that fit.
//@ native: no
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  long c = (a >> 1) + (b >> 1);
  return c - (a >> 1) == b >> 1;
}
