// A value of a wide type that an assumption bounds: each of the eight is tried.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int table[8];

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 8);
  table[i] = 1;
  if (table[i] != 1)
    reach_error();
  return 0;
}
