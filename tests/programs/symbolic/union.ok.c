// The bytes of a symbolic number, and a number of symbolic bytes.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

union Both {
  unsigned whole;
  unsigned char bytes[4];
  short halves[2];
};
static unsigned turned(unsigned x) { return x << 24 | (x << 8 & 0xff0000) | (x >> 8 & 0xff00) | x >> 24; }
int main(void) {
  union Both u, v;
  u.whole = __VERIFIER_nondet_uint();
  if (u.bytes[0] != u.whole % 256 || u.bytes[3] != u.whole >> 24)
    reach_error();
  for (int i = 0; i < 4; i++)
    v.bytes[i] = u.bytes[3 - i];
  if (v.whole != turned(u.whole))
    reach_error();
  v.bytes[1] = __VERIFIER_nondet_uchar();
  if ((v.whole ^ turned(u.whole)) & 0xffff00ff)
    reach_error();
  if (u.halves[1] != (short)(u.whole >> 16))
    reach_error();
  return 0;
}
