// A third power.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned power(unsigned x, unsigned n) { return n ? x * power(x, n - 1) : 1; }
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n < 4);
  if (power(x, n) == 1331)
    reach_error(); //~ assertion
  return 0;
}
