// math.h: the macros that sort floating-point numbers, in all three types, and the numbers that are none.
#include <math.h>
#include <stdio.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

static void classify(double d) {
  float f = (float)d;
  long double l = d;
  printf("%g: %d%d%d%d%d\n", isnan(d) ? 0 : d, fpclassify(d) == FP_NAN, fpclassify(d) == FP_INFINITE, fpclassify(d) == FP_ZERO,
         fpclassify(d) == FP_SUBNORMAL, fpclassify(d) == FP_NORMAL);
  printf(" %d%d%d", isfinite(d) != 0, isfinite(f) != 0, isfinite(l) != 0);
  printf(" %d%d%d", isnormal(d) != 0, isnormal(f) != 0, isnormal(l) != 0);
  printf(" %d%d%d", isinf(d) != 0, isinf(f) != 0, isinf(l) != 0);
  printf(" %d%d%d", signbit(d) != 0, signbit(f) != 0, signbit(l) != 0);
  printf(" %d%d%d", __builtin_isinf_sign(d), __builtin_isinf_sign(f), __builtin_isinf_sign(l));
  printf(" %d%d\n", __builtin_signbitf(f) != 0, __builtin_signbitl(l) != 0);
}

int main(void) {
  volatile double zero = 0;
  classify(0.0);
  classify(-0.0);
  classify(1.5);
  classify(-1e-320);
  classify(1e-40);
  classify(1e300);
  classify(INFINITY);
  classify(-INFINITY);
  classify(NAN);
  SHOW(HUGE_VAL == INFINITY && HUGE_VALF == INFINITY && HUGE_VALL == INFINITY);
  SHOW(__builtin_huge_val() == __builtin_inf());
  SHOW(__builtin_huge_valf() == __builtin_inff());
  SHOW(__builtin_huge_vall() == __builtin_infl());
  SHOW(isnan(__builtin_nans("")) && isnan(__builtin_nansf("")) && isnan(__builtin_nansl("")));
  SHOW(1 / zero == __builtin_huge_val());
  return 0;
}
