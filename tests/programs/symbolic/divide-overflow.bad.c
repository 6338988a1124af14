// The least number is divided by -1.
//@ native: no
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  if (b == 0 || a < -9223372036854775807 && b == 1)
    return 0;
  return a / b == 3; //~ signed-overflow
}
