// An assertion that holds.
#include <assert.h>
static int f(void) { return 1; }
int main(void) {
  int s = f();
  assert(s >= 0);
  return 0;
}
