// A jump to a label that is computed from an input goes where the input says.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int step(int x) {
  static const int offsets[] = {&&first - &&first, &&second - &&first, &&third - &&first};
  goto *(&&first + offsets[x]);
first:
  return 1;
second:
  return 2;
third:
  return 3;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 2)
    return 0;
  assert(step(x) != 2); //~ assertion
  return 0;
}
