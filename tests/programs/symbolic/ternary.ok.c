// A conditional value converts both of its operands.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  long x = c > 7 ? i : c;
  if (c <= 7 && x != c || c > 7 && x != i)
    reach_error();
  int least = i < c ? i : c, most = i < c ? c : i;
  if (least > most || least > c || most < i)
    reach_error();
  return 0;
}
