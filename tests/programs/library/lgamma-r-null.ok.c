// lgamma_r has to have a place for the sign.
#define _DEFAULT_SOURCE
#include <math.h>
#include <stddef.h>

int main(void) {
  int sign = 0, *place = &sign;
  volatile double x = -0.5;
  double result = lgamma_r(x, place);
  return result <= 0 || sign != -1;
}
