// A difference of 128 bits that does not.
//@ native: no
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  __int128 w = (__int128)a << 64, v = (__int128)b << 63;
  return w - v < 0; //~ signed-overflow
}
