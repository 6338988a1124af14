// A float is a double, and the same one again.
//@ native: no
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = f;
  if (d < 5.0 != f < 5.0f || f == f && (float)d != f)
    reach_error();
  return 0;
}
