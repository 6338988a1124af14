// A negative number is large where the other one has no sign.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  if (u > 10 && u < 20 && i < u && i > 20)
    reach_error();
  if (u > 10 && u < 20 && i < 0 && i >= u)
    reach_error(); //~ assertion
  return 0;
}
