// math.h for long double where it has an answer of its own: rounding, scaling, parts, Bessel functions.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

static volatile long double values[] = {0.0L,  -0.0L, 0.3L,   -0.3L,   0.5L,     1.0L,     -1.0L,     1.5L,      -1.5L,     2.5L,
                                        -2.5L, 3.7L,  -10.2L, 170.25L, 1e-4940L, 1e4900L, -1e4900L, INFINITY, -INFINITY, NAN};
enum { count = sizeof values / sizeof *values };

// The sign of a NaN is nobody's promise.
static void show(long double result) {
  if (isnan(result))
    printf(" nan");
  else
    printf(" %La", result);
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

int main(void) {
  ONE(ceill); ONE(floorl); ONE(truncl); ONE(roundl); ONE(fabsl); ONE(exp10l);
  ONE(j0l); ONE(j1l); ONE(y0l); ONE(y1l);
  TWO(copysignl); TWO(fmaxl); TWO(fminl);
  SCALED(scalbnl); SCALED(scalblnl); SCALED(ldexpl);
  for (int i = 0; i < count; i++) {
    int sign = 7;
    show(lgammal_r(values[i], &sign));
    // At a pole the sign is what the host says, and without one it is not set everywhere.
    if (isfinite(values[i]) && values[i] != 0 && values[i] != -1)
      printf(" %d", sign);
    printf(" %d %d", ilogbl(values[i]), finitel(values[i]) != 0);
    printf(" %d %d\n", isinfl(values[i]) != 0, isnanl(values[i]) != 0);
  }
  return !isnan(nanl("")) + 2 * !isnan(nanl("17"));
}
