// What is not less need not be greater or equal.
//@ native: no
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (a == a && !(a < b) && !(a >= b))
    reach_error(); //~ assertion
  return 0;
}
