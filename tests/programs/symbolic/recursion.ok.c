// A function calls itself to a symbolic depth.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned power(unsigned x, unsigned n) { return n ? x * power(x, n - 1) : 1; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 4);
  unsigned p = power(x, n);
  if (n == 2 && p != x * x || n == 0 && p != 1)
    reach_error();
  return 0;
}
