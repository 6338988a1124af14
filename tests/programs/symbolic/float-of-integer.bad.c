// A long is not.
//@ native: no
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  long i = __VERIFIER_nondet_long();
  double d = i;
  if (i > 0 && i < 1l << 60 && (long)d != i)
    reach_error(); //~ assertion
  return 0;
}
