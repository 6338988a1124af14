// <math.h>: what the native library says.
#include <math.h>
#include <stdio.h>

int main(void) {
  printf("%.15g %.15g %.15g\n", sqrt(2.0), pow(2.0, 0.5), exp(1.0));
  printf("%g %g %g %g\n", floor(-1.5), ceil(-1.5), trunc(-1.5), round(-1.5));
  printf("%g %g %g\n", fabs(-2.0), fmod(7.5, 2.0), hypot(3.0, 4.0));
  printf("%.10g %.10g %.10g %.10g\n", sin(1.0), cos(1.0), atan2(1.0, 2.0), log(10.0));
  int e;
  double m = frexp(48.0, &e);
  printf("%g %d %g %d %d\n", m, e, ldexp(0.75, 4), isnan(NAN) != 0, isinf(INFINITY) != 0);
  return 0;
}
