// What is turned round twice is the same.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  long l = __VERIFIER_nondet_long();
  if (i > -2147483647 - 1 && -(-i) != i)
    reach_error();
  if (-c > 0 || -c < -255)
    reach_error();
  if (-(unsigned long)l + l != 0)
    reach_error();
  if (~l != -1 - l)
    reach_error();
  return 0;
}
