// The least number has no opposite.
//@ native: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  int j = -i; //~ signed-overflow
  return j == 5;
}
