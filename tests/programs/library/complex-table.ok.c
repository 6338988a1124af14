// complex.h for float and long double, in all quadrants, on the axes and on the cuts: the host's results, to the bit.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static volatile double parts[] = {0.0, -0.0, 0.25, -0.75, 1.0, -2.5};
enum { count = sizeof parts / sizeof *parts };

// The sign of a NaN is nobody's promise.
static void show(long double part) {
  if (isnan(part))
    printf(" nan");
  else
    printf(" %La", part);
}

#define SINGLE(f)                                           \
  printf(#f ":");                                           \
  for (int i = 0; i < count; i++)                           \
    for (int j = 0; j < count; j++) {                       \
      float complex z = f(CMPLXF(parts[i], parts[j]));      \
      show(crealf(z));                                      \
      show(cimagf(z));                                      \
    }                                                       \
  printf("\n")
#define LONG(f)                                             \
  printf(#f ":");                                           \
  for (int i = 0; i < count; i++)                           \
    for (int j = 0; j < count; j++) {                       \
      long double complex z = f(CMPLXL(parts[i], parts[j])); \
      show(creall(z));                                      \
      show(cimagl(z));                                      \
    }                                                       \
  printf("\n")

int main(void) {
  SINGLE(cacosf); SINGLE(casinf); SINGLE(catanf); SINGLE(ccosf); SINGLE(csinf); SINGLE(ctanf);
  SINGLE(cacoshf); SINGLE(casinhf); SINGLE(catanhf); SINGLE(ccoshf); SINGLE(csinhf); SINGLE(ctanhf);
  SINGLE(cexpf); SINGLE(clogf); SINGLE(csqrtf); SINGLE(cprojf); SINGLE(conjf);
  LONG(cacosl); LONG(casinl); LONG(catanl); LONG(ccosl); LONG(csinl); LONG(ctanl);
  LONG(cacoshl); LONG(casinhl); LONG(catanhl); LONG(ccoshl); LONG(csinhl); LONG(ctanhl);
  LONG(cexpl); LONG(clogl); LONG(csqrtl); LONG(cprojl); LONG(conjl);
  return 0;
}
