// A sum of 128 bits that fits.
//@ native: no
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  __int128 w = (__int128)a << 62, v = (__int128)b << 62;
  return w + v - a < 0;
}
