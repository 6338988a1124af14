// modf has to have a place for the whole part.
#include <math.h>
#include <stddef.h>

int main(void) {
  double whole = 0, *place = NULL;
  volatile double x = 2.5;
  double part = modf(x, place); //~ null-dereference
  return part != 0.5 || whole != 2;
}
