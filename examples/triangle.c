/* What kind of triangle three lengths make. `gmc check --tests DIR` finds lengths for every branch. */
enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

short __VERIFIER_nondet_short(void);

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
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short(), c = __VERIFIER_nondet_short();
  return classify(a, b, c) == NONE;
}
