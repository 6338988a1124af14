// An assignment with an operator computes in the common type, and cuts afterwards.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar(), old = c;
  short s = __VERIFIER_nondet_short(), was = s;
  int i = __VERIFIER_nondet_int(), before = i;
  c += 300;
  if (c != (old + 44) % 256)
    reach_error();
  s *= 0.5;
  if (s != was / 2)
    reach_error();
  i &= s;
  i ^= before;
  if (i != (before & ~s))
    reach_error();
  c >>= 4;
  c /= 2;
  c++;
  if (c > 8 || c == 0)
    reach_error();
  return 0;
}
