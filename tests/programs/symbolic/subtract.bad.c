// The difference of two short numbers need not be a short one.
//@ native: no
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  short d = a - b;
  if ((d > 0) != (a > b))
    reach_error(); //~ assertion
  return 0;
}
