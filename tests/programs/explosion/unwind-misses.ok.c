// The error comes in the fifth round, where four are followed.
//@ check: --unwind 4
//@ unknown: a loop that goes round more than 4 times (--unwind)
#include <assert.h>

int main(void) {
  for (int i = 0;; i++)
    assert(i < 5);
}
