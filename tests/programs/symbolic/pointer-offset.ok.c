// A pointer moved by a symbolic number, and back.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  long a[7] = {0, 10, 20, 30, 40, 50, 60};
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i >= 1 && i < 6);
  long *p = a + i;
  if (*p != 10 * i || p[-1] != 10 * i - 10 || p[1] != 10 * i + 10)
    reach_error();
  if (p - a != i || p < a || p == a + 6)
    reach_error();
  p -= i;
  if (p != a)
    reach_error();
  return 0;
}
