// The most negative number has no absolute value in its type.
#include <inttypes.h>

int main(void) {
  volatile intmax_t n = INTMAX_MIN;
  return imaxabs(n) != INTMAX_MAX; //~ signed-overflow
}
