// A value that nothing bounds cannot be tried out, and the answer says so.
//@ unknown: nondet
//@ native: no
//@ check: --inputs concrete
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  long square = (long)x * x;
  if (square < 0)
    reach_error();
  return 0;
}
