// Orders of floating-point numbers.
//@ native: no
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (a < b && !(b > a) || a <= b && a > b)
    reach_error();
  if (a < b && b < 0.0 && -a <= -b)
    reach_error();
  if (__builtin_isunordered(a, b) && (a < b || a >= b || a == b))
    reach_error();
  return 0;
}
