// Quotients and remainders go together, with and without a sign.
//@ native: no
extern char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
  signed char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
  unsigned short x = __VERIFIER_nondet_ushort();
  if (b != 0 && a / b * b + a % b != a)
    reach_error();
  if (b != 0 && a % b != 0 && (a % b < 0) != (a < 0))
    reach_error();
  if (x / 10 * 10 + x % 10 != x)
    reach_error();
  if (x % 7 > 6)
    reach_error();
  return 0;
}
