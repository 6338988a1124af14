// A value that was never set is any value where that is allowed: one of them is wrong.
//@ check: --allow uninitialized-read@main
#include <assert.h>

int main(void) {
  int local;
  if (local > 3)
    assert(local != 4711); //~ assertion
  return 0;
}
