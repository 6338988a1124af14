// math.h for float, over zeros, subnormal and huge numbers, infinities and NaN: the host's results, to the bit.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

static volatile float values[] = {0.0f,  -0.0f, 0.3f,   -0.3f,  0.5f,   1.0f,  -1.0f,  1.5f,     -1.5f,     2.5f,
                                  -2.5f, 3.7f,  -10.2f, 34.25f, 1e-40f, 1e30f, -1e30f, INFINITY, -INFINITY, NAN};
enum { count = sizeof values / sizeof *values };

// The sign of a NaN is nobody's promise.
static void show(float result) {
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
#define ORDER(f)                    \
  printf(#f ":");                   \
  for (int i = 0; i < count; i++)   \
    for (int n = 0; n < 4; n++)     \
      show(f(n, values[i]));        \
  printf("\n")
#define WHOLE(f)                    \
  printf(#f ":");                   \
  for (int i = 0; i < count; i++)   \
    if (fabsf(values[i]) < 1e9f)    \
      printf(" %lld", (long long)f(values[i])); \
  printf("\n")

int main(void) {
  ONE(acosf); ONE(asinf); ONE(atanf); ONE(acoshf); ONE(asinhf); ONE(atanhf); ONE(cosf); ONE(sinf); ONE(tanf);
  ONE(sinhf); ONE(coshf); ONE(tanhf); ONE(exp2f); ONE(exp10f); ONE(expm1f); ONE(logf); ONE(log10f); ONE(log1pf);
  ONE(log2f); ONE(logbf); ONE(significandf); ONE(sqrtf); ONE(cbrtf); ONE(erff); ONE(erfcf); ONE(gammaf); ONE(lgammaf);
  ONE(tgammaf); ONE(ceilf); ONE(floorf); ONE(truncf); ONE(roundf); ONE(rintf); ONE(nearbyintf); ONE(fabsf);
  ONE(j0f); ONE(j1f); ONE(y0f); ONE(y1f); ORDER(jnf); ORDER(ynf);
  TWO(atan2f); TWO(copysignf); TWO(dremf); TWO(remainderf); TWO(fmodf); TWO(fdimf); TWO(fmaxf); TWO(fminf);
  TWO(hypotf); TWO(powf); TWO(nextafterf);
  SCALED(scalbf); SCALED(scalbnf); SCALED(scalblnf); SCALED(ldexpf);
  WHOLE(lrintf); WHOLE(llrintf); WHOLE(lroundf); WHOLE(llroundf);
  for (int i = 0; i < count; i++) {
    int sign = 7, exponent = 0;
    float whole, part = modff(values[i], &whole);
    show(part);
    show(whole);
    show(frexpf(values[i], &exponent));
    if (isfinite(values[i]))
      printf(" %d", exponent);
    show(lgammaf_r(values[i], &sign));
    // At a pole the sign is what the host says, and without one it is not set everywhere.
    if (isfinite(values[i]) && values[i] != 0 && values[i] != -1)
      printf(" %d", sign);
    show(fmaf(values[i], values[i], -values[count - 1 - i]));
    printf(" %d %d", ilogbf(values[i]), finitef(values[i]) != 0);
    printf(" %d %d\n", isinff(values[i]) != 0, isnanf(values[i]) != 0);
  }
  return !isnan(nanf("")) + 2 * !isnan(nanf("17"));
}
