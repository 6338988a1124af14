// Sums of symbolic numbers of every width wrap, or do not need to.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned short s = __VERIFIER_nondet_ushort();
  unsigned u = __VERIFIER_nondet_uint();
  unsigned long l = __VERIFIER_nondet_ulong();
  unsigned __int128 w = ((unsigned __int128)l << 64) + u;
  if ((unsigned char)(c + 200) < 200 && c < 56)
    reach_error();
  if (c + s > 65790)
    reach_error();
  if (u + 5 < 5 && u < 4294967291u)
    reach_error();
  if (l + u < l && l <= 18446744069414584320u)
    reach_error();
  if (w + l < w && l != 18446744073709551615u)
    reach_error();
  return 0;
}
