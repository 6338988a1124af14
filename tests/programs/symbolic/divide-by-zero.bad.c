// One divisor is zero.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned char b = __VERIFIER_nondet_uchar();
  if (a < 0)
    return 0;
  return a % (b - 77) == 1; //~ division-by-zero
}
