// A count of the width is too much.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  return 1 << n % 33 == 0; //~ invalid-shift
}
