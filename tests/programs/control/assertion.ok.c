// assert of something true.
#include <assert.h>

int main(void) {
  int n = 3;
  assert(n * n == 9);
  return 0;
}
