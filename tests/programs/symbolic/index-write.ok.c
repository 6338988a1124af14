// An element is written at a symbolic position: it alone changes.
//@ native: no
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  short a[6] = {1, 2, 3, 4, 5, 6};
  unsigned char i = __VERIFIER_nondet_uchar();
  short x = __VERIFIER_nondet_short();
  if (i >= 6)
    return 0;
  a[i] = x;
  for (int n = 0; n < 6; n++)
    if (a[n] != (n == i ? x : n + 1))
      reach_error();
  return 0;
}
