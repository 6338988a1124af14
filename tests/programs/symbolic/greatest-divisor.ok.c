// Euclid's algorithm on two symbolic numbers.
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
  if (x && (a % x || b % x))
    reach_error();
  if (a && b && x > a)
    reach_error();
  return 0;
}
