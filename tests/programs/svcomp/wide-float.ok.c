// Floating-point numbers that are only compared: what is no number is among them.
//@ native: no
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  if (f > 0.1 && f <= 0.05f)
    reach_error();
  double d = __VERIFIER_nondet_double();
  if (d >= 1.0 && d < 1.0)
    reach_error();
  if (d < 1.0 && !(d <= 2.0))
    reach_error();
  return 0;
}
