// Shifts by symbolic counts.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int i = __VERIFIER_nondet_int();
  unsigned long l = __VERIFIER_nondet_ulong();
  if (n < 32 && ((unsigned)i << n >> n) > (unsigned)i)
    reach_error();
  if (n < 31 && i < 0 && i >> n >= 0)
    reach_error();
  if (n < 64 && l >> n > l)
    reach_error();
  if (n < 34 && (l << n) >> n != l && l <= 0x7fffffff)
    reach_error();
  if (n < 64 && 1ul << n == 0)
    reach_error();
  return 0;
}
