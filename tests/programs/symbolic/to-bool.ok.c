// A boolean is 0 or 1, whatever it is made of.
//@ native: no
extern double __VERIFIER_nondet_double(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  long l = __VERIFIER_nondet_long();
  double d = __VERIFIER_nondet_double();
  _Bool b = l, low = l & 256, e = d;
  if (b != (l != 0) || low != (l >> 8 & 1) || b + low > 2)
    reach_error();
  if (!e && d != 0)
    reach_error();
  b += 5;
  if (b != 1)
    reach_error();
  return 0;
}
