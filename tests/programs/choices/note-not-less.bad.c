// What is said of an assertion: the value on the side of the comparison where it stands.
//@ note: `s` is -1
#include <assert.h>
static int f(void) { return -1; }
int main(void) {
  int s = f();
  assert(s >= 0); //~ assertion
  return 0;
}
