// 16777216 and one are 16777216.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 20000000);
  float f = i;
  if (f + 1 == f)
    reach_error(); //~ assertion
  return 0;
}
