// A number that is neither smaller nor larger, nor equal.
//@ native: no
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  if (d < 0.0 || d > 0.0)
    return 0;
  if (d != 0.0)
    reach_error(); //~ assertion
  return 0;
}
