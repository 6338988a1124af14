// Counts for 64 and 128 bits.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned long l = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(n < 128);
  __int128 w = (__int128)1 << (n & 63);
  return (l << n / 2) + (unsigned long)w + (unsigned long)((unsigned __int128)l >> n) == 7;
}
