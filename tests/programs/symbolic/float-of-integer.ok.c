// An int is a double exactly, and back again.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  double d = i;
  if ((int)d != i || (double)u < 0 || (unsigned)(double)u != u)
    reach_error();
  return 0;
}
