// A cast keeps the low bits.
//@ native: no
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  long l = __VERIFIER_nondet_long();
  if ((unsigned char)l != (l & 255) || (unsigned short)l != (l & 65535))
    reach_error();
  if ((signed char)l != (signed char)(short)(int)l)
    reach_error();
  if (l >= -128 && l < 128 && (signed char)l != l)
    reach_error();
  if ((long)(__int128)l != l || (int)(l & 0x7fffffff) < 0)
    reach_error();
  return 0;
}
