// A product of 128 bits overflows.
//@ native: no
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long x = __VERIFIER_nondet_long(), y = __VERIFIER_nondet_long();
  __int128 product = (__int128)x * y;
  product = product * 5; //~ signed-overflow
  return product == 15;
}
