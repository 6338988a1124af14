// Logical and bitwise negation of every width.
//@ native: no
extern _Bool __VERIFIER_nondet_bool(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  long l = __VERIFIER_nondet_long();
  _Bool b = __VERIFIER_nondet_bool();
  if (!c != (c == 0) || !!l != (l != 0) || !b == b)
    reach_error();
  if ((unsigned char)~c != 255 - c)
    reach_error();
  if (~(unsigned __int128)l + l + 1 != (unsigned __int128)0 && l >= 0)
    reach_error();
  return 0;
}
