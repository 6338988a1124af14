// Laws of bitwise operations, from 8 to 128 bits.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int i = __VERIFIER_nondet_int();
  unsigned long l = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong();
  unsigned __int128 w = ((unsigned __int128)l << 64) | k;
  if ((c & 15) + (c & 240) != c)
    reach_error();
  if ((i & ~i) != 0 || (i | ~i) != -1)
    reach_error();
  if ((l ^ k ^ l) != k)
    reach_error();
  if ((l | k) - (l & k) != (l ^ k))
    reach_error();
  if ((unsigned long)(w ^ w >> 64) != (l ^ k))
    reach_error();
  return 0;
}
