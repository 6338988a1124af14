// Division by a symbolic number.
//@ native: no
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  if (a >= 1 && 1 / a > 1)
    reach_error();
  if (a != 0 && a == a && a / a != 1 && a < 1e38f && a > -1e38f)
    reach_error();
  return 0;
}
