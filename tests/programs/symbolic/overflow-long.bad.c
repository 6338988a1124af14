// Half of a number and three quarters of another one.
//@ native: no
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  long c = (a >> 1) + (b >> 1) + (b >> 2); //~ signed-overflow
  return c == 5;
}
