// More values than are tried, and nobody has asked for more.
//@ native: no
//@ check: --inputs concrete
//@ unknown: `__VERIFIER_nondet_ushort()` of line 11 has too many values
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned short x =
      __VERIFIER_nondet_ushort();
  __VERIFIER_assume(x < 1000);
  if (x * x > 998001)
    reach_error();
  return 0;
}
