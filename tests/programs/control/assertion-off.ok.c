// With NDEBUG, assert does not even evaluate.
//@ flags: -DNDEBUG
#include <assert.h>

int main(void) {
  int n = 3;
  assert(n++ == 10);
  return n - 3;
}
