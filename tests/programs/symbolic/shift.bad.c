// A bit is shifted out.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned long l = __VERIFIER_nondet_ulong();
  if (n < 35 && (l << n) >> n != l && l <= 0x7fffffff)
    reach_error(); //~ assertion
  return 0;
}
