// One of four thousand million numbers does not fit when it is counted up.
//@ native: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1; //~ signed-overflow
  return y > 0;
}
