// A position before the first.
//@ native: no
extern char __VERIFIER_nondet_char(void);

int main(void) {
  short a[6] = {1, 2, 3, 4, 5, 6};
  signed char i = __VERIFIER_nondet_char();
  if (i >= 6 || i < -1)
    return 0;
  a[i] = 3; //~ out-of-bounds
  return a[2];
}
