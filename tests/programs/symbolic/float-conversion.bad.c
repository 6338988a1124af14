// One number is too large for a char.
//@ native: no
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  if (!(d > -129.0 && d <= 128.0))
    return 0;
  signed char c = d; //~ float-conversion
  return c;
}
