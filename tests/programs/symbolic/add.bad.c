// A sum of 128 bits wraps only if its upper half is full.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  unsigned long l = __VERIFIER_nondet_ulong();
  unsigned __int128 w = ((unsigned __int128)l << 64) + u;
  if (w + (w >> 1) < w)
    reach_error(); //~ assertion
  return 0;
}
