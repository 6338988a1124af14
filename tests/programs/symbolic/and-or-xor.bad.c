// Two numbers without a common bit are a sum; others are not.
//@ native: no
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned long l = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong();
  if ((l | k) != l + k)
    reach_error(); //~ assertion
  return 0;
}
