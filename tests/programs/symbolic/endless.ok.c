// The same loop, which ends where it reads a zero.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char sum;
int main(void) {
  for (;;) {
    unsigned char c = __VERIFIER_nondet_uchar();
    sum = (c * 3) & 1;
    if (!c)
      return 0;
  }
}
