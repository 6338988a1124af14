// A product whose factors are small enough.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  short b = __VERIFIER_nondet_short();
  if (a < -65535 || a > 65535)
    return 0;
  return a * b == 12;
}
