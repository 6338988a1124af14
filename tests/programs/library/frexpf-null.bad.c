// frexpf has to have a place for the exponent.
#include <math.h>
#include <stddef.h>

int main(void) {
  int exponent = 0, *place = NULL;
  volatile float x = 48;
  return frexpf(x, place) != 0.75f || exponent != 6; //~ null-dereference
}
