// The assumption leaves one number too many.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int table[8];

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i <= 8);
  table[i] = 1; //~ out-of-bounds
  return 0;
}
