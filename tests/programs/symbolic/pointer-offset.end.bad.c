// What is one past the end is not read.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long a[7] = {0, 10, 20, 30, 40, 50, 60};
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i >= 1 && i < 8);
  long *p = a + i;
  return *p == 5; //~ out-of-bounds
}
