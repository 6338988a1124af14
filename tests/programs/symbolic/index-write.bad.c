// Two positions may be one.
//@ native: no
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  short a[6] = {1, 2, 3, 4, 5, 6};
  unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
  short x = __VERIFIER_nondet_short();
  if (i >= 6 || j >= 6)
    return 0;
  a[i] = x;
  a[j] = 7;
  if (a[i] != x)
    reach_error(); //~ assertion
  return 0;
}
