// A number that is infinite is not one when it is divided by itself.
//@ native: no
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  if (a > 1e38f && a / a != 1)
    reach_error(); //~ assertion
  return 0;
}
