// math.h for double, over zeros, subnormal and huge numbers, infinities and NaN: the host's results, to the bit.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

static volatile double values[] = {0.0,  -0.0, 0.3,   -0.3,   0.5,   1.0,   -1.0,    1.5,      -1.5,      2.5,
                                   -2.5, 3.7,  -10.2, 170.25, 1e-310, 1e300, -1e300, INFINITY, -INFINITY, NAN};
enum { count = sizeof values / sizeof *values };

// The sign of a NaN is nobody's promise.
static void show(double result) {
  if (isnan(result))
    printf(" nan");
  else
    printf(" %a", result);
}

#define ONE(f)                      \
  printf(#f ":");                   \
  for (int i = 0; i < count; i++)   \
    show(f(values[i]));             \
  printf("\n")
#define TWO(f)                      \
  printf(#f ":");                   \
  for (int i = 0; i < count; i++)   \
    for (int j = 0; j < count; j++) \
      show(f(values[i], values[j])); \
  printf("\n")
#define SCALED(f)                   \
  printf(#f ":");                   \
  for (int i = 0; i < count; i++)   \
    for (int n = -60; n <= 60; n += 30) \
      show(f(values[i], n));        \
  printf("\n")
#define WHOLE(f)                    \
  printf(#f ":");                   \
  for (int i = 0; i < count; i++)   \
    if (fabs(values[i]) < 1e9)      \
      printf(" %lld", (long long)f(values[i])); \
  printf("\n")

int main(void) {
  ONE(asin); ONE(atan); ONE(acosh); ONE(asinh); ONE(atanh); ONE(tan); ONE(sinh); ONE(cosh); ONE(tanh);
  ONE(exp2); ONE(exp10); ONE(expm1); ONE(log10); ONE(log1p); ONE(log2); ONE(logb); ONE(significand);
  ONE(cbrt); ONE(erf); ONE(erfc); ONE(lgamma); ONE(tgamma); ONE(rint); ONE(nearbyint);
  TWO(copysign); TWO(drem); TWO(fdim); TWO(fmax); TWO(fmin); TWO(nextafter);
  SCALED(scalb); SCALED(scalbn); SCALED(scalbln);
  WHOLE(lrint); WHOLE(llrint); WHOLE(lround); WHOLE(llround);
  for (int i = 0; i < count; i++) {
    int sign = 7;
    double whole, part = modf(values[i], &whole);
    show(part);
    show(whole);
    show(lgamma_r(values[i], &sign));
    // At a pole the sign is what the host says, and without one it is not set everywhere.
    if (isfinite(values[i]) && values[i] != 0 && values[i] != -1)
      printf(" %d", sign);
    show(fma(values[i], values[i], -values[count - 1 - i]));
    printf(" %d %d\n", ilogb(values[i]), finite(values[i]) != 0);
  }
  return 0;
}
