// Three symbolic numbers are sorted by a network.
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
  unsigned sum = (unsigned)a + b + c;
  order(&a, &b);
  order(&b, &c);
  order(&a, &b);
  if (a > b || b > c || (unsigned)a + b + c != sum)
    reach_error();
  return 0;
}
