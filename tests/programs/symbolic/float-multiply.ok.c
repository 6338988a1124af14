// A half is exact, unless the number is tiny.
//@ native: no
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  if (a > 1e-30f && a * 0.5f * 2 != a && a < 1e30f)
    reach_error();
  if (a * a < 0)
    reach_error();
  return 0;
}
