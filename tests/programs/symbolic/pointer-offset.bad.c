// A pointer moved beyond one past the end.
//@ native: no
//@ check: --pedantic
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long a[7] = {0, 10, 20, 30, 40, 50, 60};
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i >= 1 && i < 9);
  long *p = a + i; //~ invalid-pointer-operation
  return p == a;
}
