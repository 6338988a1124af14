// One of the operands has no sign, so the other one has none either.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  long x = c > 7 ? i : 7u;
  if (c > 7 && x != i)
    reach_error(); //~ assertion
  return 0;
}
