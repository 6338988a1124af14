// complex.h, and math.h for long double: the host's results, to the bit.
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>

static void show(const char *name, double complex z) { printf("%s %a %a\n", name, creal(z), cimag(z)); }
static void show_single(const char *name, float complex z) { printf("%s %a %a\n", name, crealf(z), cimagf(z)); }
static void show_long(const char *name, long double complex z) { printf("%s %La %La\n", name, creall(z), cimagl(z)); }

#define ALL(name)                        \
  show(#name, name(z));                  \
  show_single(#name "f", name##f(s));    \
  show_long(#name "l", name##l(l))
#define LONG(f) printf(#f " %La\n", f(x))
#define LONG2(f) printf(#f " %La\n", f(x, y))

int main(void) {
  volatile double complex z = 0.7 + 0.3 * I;
  volatile float complex s = 0.7f + 0.3f * I;
  volatile long double complex l = 0.7L + 0.3L * I;
  ALL(cacos); ALL(casin); ALL(catan); ALL(ccos); ALL(csin); ALL(ctan);
  ALL(cacosh); ALL(casinh); ALL(catanh); ALL(ccosh); ALL(csinh); ALL(ctanh);
  ALL(cexp); ALL(clog); ALL(csqrt); ALL(cproj); ALL(conj);
  show("cpow", cpow(z, z)); show_single("cpowf", cpowf(s, s)); show_long("cpowl", cpowl(l, l));
  printf("%a %a %La %a %a %La\n", cabs(z), cabsf(s), cabsl(l), carg(z), cargf(s), cargl(l));
  volatile long double x = 0.6L, y = 1.7L;
  LONG(acosl); LONG(asinl); LONG(atanl); LONG(cosl); LONG(sinl); LONG(tanl); LONG(asinhl); LONG(atanhl); LONG(coshl);
  LONG(sinhl); LONG(tanhl); LONG(expl); LONG(exp2l); LONG(expm1l); LONG(logl); LONG(log10l); LONG(log1pl); LONG(log2l); LONG(logbl);
  LONG(sqrtl); LONG(cbrtl); LONG(erfl); LONG(erfcl); LONG(lgammal); LONG(tgammal); LONG(rintl); LONG(nearbyintl);
  LONG2(atan2l); LONG2(fmodl); LONG2(hypotl); LONG2(powl); LONG2(fdiml); LONG2(remainderl); LONG2(nextafterl); LONG2(nexttowardl);
  printf("%La %La\n", acoshl(y), fmal(x, y, x));
  int e, q;
  long double whole;
  long double part = frexpl(y * 100, &e);
  printf("%La %d\n", part, e);
  part = modfl(-y, &whole);
  printf("%La %La\n", part, whole);
  for (int i = -9; i < 10; i++) {
    double r = remquo(i * 1.3, 0.7, &q);
    printf("%a %d ", r, q & 7);
    long double lr = remquol(i * 2.1L, -0.4L, &q);
    printf("%La %d ", lr, -q & 7);
    float f = remquof(i * 3.3f, 1.1f, &q);
    printf("%a %d\n", f, q & 7);
  }
  printf("%ld %lld %ld %lld\n", lrintl(2.5L), llrintl(-3.5L), lroundl(2.5L), llroundl(-0.5L));
  printf("%a %a %a %a %a %a\n", j0(x), j1(x), jn(3, x), y0(x), y1(x), yn(2, x));
  printf("%a %a\n", nexttoward(1.0, 2.0L), (double)nexttowardf(1.0f, 0.0L));
  errno = 0;
  if (!isnan(sqrtl(-x)) || errno != EDOM) return 1;
  errno = 0;
  if (!isinf(expl(100000.0L)) || errno != ERANGE) return 2;
  return 0;
}
