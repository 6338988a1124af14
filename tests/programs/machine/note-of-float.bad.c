// The values of a comparison of floating-point numbers are told as well.
//@ check
//@ note: `half` is 0.5
#include <assert.h>
int main(int argc, char **argv) {
  (void)argv;
  double half = argc / 2.0;
  assert(half > 3.0); //~ assertion
  return 0;
}
