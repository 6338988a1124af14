// A count of 128 is too much for 128 bits.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned long l = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(n <= 128);
  return (unsigned long)((unsigned __int128)l >> n) == 7; //~ invalid-shift
}
