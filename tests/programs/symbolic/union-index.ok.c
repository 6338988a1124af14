// A byte at a symbolic position of a symbolic number.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

union Both {
  unsigned long whole;
  unsigned char bytes[8];
};
int main(void) {
  union Both u;
  unsigned long x = __VERIFIER_nondet_ulong();
  unsigned char i = __VERIFIER_nondet_uchar() & 7;
  u.whole = x;
  if (u.bytes[i] != (unsigned char)(x >> 8 * i))
    reach_error();
  u.bytes[i] ^= 255;
  if (u.whole != (x ^ 255ul << 8 * i))
    reach_error();
  return 0;
}
