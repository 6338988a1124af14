// 128 is not a signed char.
//@ native: no
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  long l = __VERIFIER_nondet_long();
  if (l >= -128 && l <= 128 && (signed char)l != l)
    reach_error(); //~ assertion
  return 0;
}
