// A double need not be a float.
//@ native: no
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  float f = d;
  if (d > 1.0 && d < 2.0 && f != d)
    reach_error(); //~ assertion
  return 0;
}
