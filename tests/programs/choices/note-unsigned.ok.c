// Likewise, and it holds.
#include <assert.h>
static unsigned f(void) { return 6; }
int main(void) {
  unsigned n = f();
  assert(7 >= n);
  return 0;
}
