// The array may be too short.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 20 || n > 1000000)
    return 0;
  int a[n];
  a[20] = 4; //~ out-of-bounds
  return a[20] - 4;
}
