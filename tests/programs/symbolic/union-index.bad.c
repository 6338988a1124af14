// One byte is left out.
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
  u.bytes[i] = 0;
  if (u.whole == (x & 0xffffff00ffffffff) && x > 0xffffffffffff && u.bytes[4] != 0)
    reach_error();
  if (u.whole != x && i == 4)
    reach_error(); //~ assertion
  return 0;
}
