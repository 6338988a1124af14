// More values than are tried unless one asks for more.
//@ native: no
//@ check: --choices 1000
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  __VERIFIER_assume(x < 1000);
  if (x * x > 998001)
    reach_error();
  return 0;
}
