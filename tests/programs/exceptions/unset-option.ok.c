// What was never set can be anything, as SV-COMP has it.
//@ check: --unset any
#include <assert.h>

int main(void) {
  int a[2];
  unsigned char c;
  a[0] = 1;
  if (a[1] > 3 && c < 7) assert(a[0] == 1);
  return 0;
}
