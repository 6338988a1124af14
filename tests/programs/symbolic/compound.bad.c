// The quotient of the promoted sum is another one than that of the cut sum.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar(), d = c;
  c += 10;
  c /= 2;
  if (c != (d + 10) / 2)
    reach_error(); //~ assertion
  return 0;
}
