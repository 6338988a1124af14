// Products of symbolic numbers, and what is known of them.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned u = __VERIFIER_nondet_uint();
  if (a * b > 65025)
    reach_error();
  if (a > 1 && b > 1 && a * b == 251)
    reach_error();
  if ((u * 2 & 1) != 0)
    reach_error();
  if (u * 3 == 1 && u != 0xaaaaaaab)
    reach_error();
  return 0;
}
