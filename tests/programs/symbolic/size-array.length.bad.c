// An array has an element at least.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000000)
    return 0;
  int a[n]; //~ invalid-value
  a[0] = 4;
  return a[0] - 4;
}
