// What was never set can be anything, as SV-COMP has it: this, too.
//@ check: --unset any
#include <assert.h>

int main(void) {
  int a[2];
  unsigned char c;
  a[0] = 1;
  assert(a[1] != 3 || c != 7 || a[0] != 1); //~ assertion
  return 0;
}
