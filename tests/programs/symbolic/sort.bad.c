// The last comparison is missing.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void order(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  order(&a, &b);
  order(&b, &c);
  if (a > b)
    reach_error(); //~ assertion
  return 0;
}
