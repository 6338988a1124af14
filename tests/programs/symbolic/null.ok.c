// A pointer that is null for some inputs is tested first.
//@ native: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 5, *p = __VERIFIER_nondet_int() % 7 == 3 ? &x : 0;
  return p ? *p == 3 : 0;
}
