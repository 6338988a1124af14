// Half of the least number is zero.
//@ native: no
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  if (a > 0 && a * 0.5f == 0)
    reach_error(); //~ assertion
  return 0;
}
