// A quotient is cut towards zero, a shift is not.
//@ native: no
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  signed char a = __VERIFIER_nondet_char();
  if (a / 4 != a >> 2)
    reach_error(); //~ assertion
  return 0;
}
