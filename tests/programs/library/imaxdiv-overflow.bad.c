// The most negative number divided by -1 fits no type.
#include <inttypes.h>

int main(void) {
  volatile intmax_t by = -1;
  return imaxdiv(INTMAX_MIN, by).rem != 0; //~ signed-overflow
}
