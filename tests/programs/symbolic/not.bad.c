// Bits of a narrow number are inverted after its promotion.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (~c != 255 - c)
    reach_error(); //~ assertion
  return 0;
}
