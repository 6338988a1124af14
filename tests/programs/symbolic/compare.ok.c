// Comparisons of numbers with and without a sign.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  long l = __VERIFIER_nondet_long();
  if (i < 0 && (unsigned)i < 2147483648u)
    reach_error();
  if ((long)u < 0)
    reach_error();
  if (i < l && l <= u && u < 5 && i >= 5)
    reach_error();
  if ((__int128)l - i < 0 != l < i)
    reach_error();
  return 0;
}
