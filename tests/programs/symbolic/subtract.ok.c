// Differences: what is taken away and put back is there again.
//@ native: no
extern short __VERIFIER_nondet_short(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
  int d = a - b;
  if (d > 65535 || d < -65535)
    reach_error();
  if ((d > 0) != (a > b))
    reach_error();
  if (x - y + y != x)
    reach_error();
  if (x - y > x && x >= y)
    reach_error();
  return 0;
}
