// Fifteen twice.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char last = 0;
  for (;;) {
    unsigned char c = __VERIFIER_nondet_uchar();
    c &= 15;
    if (c + last > 29)
      reach_error(); //~ assertion
    last = c & 1 ? c : 0;
  }
}
