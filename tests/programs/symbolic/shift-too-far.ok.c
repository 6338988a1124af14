// A count is below the width.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  return 1 << n % 32 == 0;
}
