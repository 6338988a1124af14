// A sum that is tested badly before.
//@ native: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && b > 2147483647 - a || a < 0 && b < -2147483647 - a)
    return 0;
  if (a < -5 || b < -5)
    return 0;
  int c = a + b;
  return c - a - a + 2147483600; //~ signed-overflow
}
