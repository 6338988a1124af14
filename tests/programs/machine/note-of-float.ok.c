// The values of a comparison of floating-point numbers.
//@ check
#include <assert.h>
int main(int argc, char **argv) {
  (void)argv;
  double half = argc / 2.0;
  assert(half < 3.0);
  return 0;
}
