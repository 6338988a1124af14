// Functions of math.h set errno: EDOM where there is no result, ERANGE where it does not fit.
#include <errno.h>
#include <math.h>
#include <stdio.h>

static void show(const char *what, double value) {
  printf("%s %g %s\n", what, value, errno == EDOM ? "EDOM" : errno == ERANGE ? "ERANGE" : errno ? "?" : "-");
  errno = 0;
}

int main(void) {
  volatile double zero = 0, minus = -1, large = 1e4, half = 0.5, huge = 1e300;
  show("sqrt(-1)", sqrt(minus) == 0);
  show("log(0)", log(zero));
  show("log(-1)", log(minus) == 0);
  show("exp(10000)", exp(large));
  show("exp(-10000)", exp(-large));
  show("pow(0,-1)", pow(zero, minus));
  show("pow(1e300,2)", pow(huge, 2));
  show("fmod(1,0)", fmod(half, zero) == 0);
  show("acos(1e4)", acos(large) == 0);
  show("ldexp(1,10000)", ldexp(half, 10000));
  show("floor(0.5)", floor(half));
  show("sin(0.5)", sin(half));
  show("expf(10000)", expf((float)large));
  return 0;
}
