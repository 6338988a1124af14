// What is negated has no negative, although only its low bits are asked for.
#include <limits.h>
int main(void) {
  volatile long b = LONG_MIN;
  int c = (int)(-b); //~ signed-overflow
  return c;
}
