// Some numbers have a common divisor of five.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  a &= 15, b &= 15;
  unsigned x = a, y = b;
  while (y) {
    unsigned rest = x % y;
    x = y;
    y = rest;
  }
  if (x == 5 && a != 5 && b != 5 && a && b)
    reach_error(); //~ assertion
  return 0;
}
