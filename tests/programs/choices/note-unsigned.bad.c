// Likewise with numbers that have no sign.
//@ note: `n` is 4294967295
#include <assert.h>
static unsigned f(void) { return -1; }
int main(void) {
  unsigned n = f();
  assert(7 >= n); //~ assertion
  return 0;
}
