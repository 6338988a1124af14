/* What kind of triangle three lengths make. `gmc check --tests DIR` finds lengths for every branch, and those with which
   the sum of two sides overflows. */
enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

int __VERIFIER_nondet_int(void);

static enum kind classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0)
    return NONE;
  if (a + b <= c || b + c <= a || c + a <= b)
    return NONE;
  if (a == b && b == c)
    return EQUILATERAL;
  if (a == b || b == c || c == a)
    return ISOSCELES;
  return SCALENE;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  return classify(a, b, c) == NONE;
}
