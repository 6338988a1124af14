// Numbers that fit are converted to integers.
//@ native: no
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  if (!(d > -129.0 && d < 128.0))
    return 0;
  signed char c = d;
  if (d >= 1.0 && c < 1)
    reach_error();
  return 0;
}
