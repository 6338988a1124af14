// One product is too large.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  short b = __VERIFIER_nondet_short();
  if (a < -65536 || a > 65536)
    return 0;
  return a * b == 12; //~ signed-overflow
}
