// One round too many in one case.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned sum = 0;
  __VERIFIER_assume(n < 6);
  for (unsigned i = 1; i <= n + (n * n == 16); i++)
    sum += i;
  if (sum != n * (n + 1u) / 2)
    reach_error(); //~ assertion
  return 0;
}
