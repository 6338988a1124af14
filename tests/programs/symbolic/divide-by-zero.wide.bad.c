// A divisor of 128 bits that is zero.
//@ native: no
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  unsigned __int128 w = (unsigned __int128)a << 64 >> 90;
  return 77 / w == 1; //~ division-by-zero
}
