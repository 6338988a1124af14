// A pointer that is null for some inputs.
//@ native: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 5, *p = __VERIFIER_nondet_int() % 7 == 3 ? 0 : &x;
  return *p == 3; //~ null-dereference
}
