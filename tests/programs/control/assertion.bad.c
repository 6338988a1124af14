// assert of something false.
#include <assert.h>

int main(void) {
  int n = 3;
  assert(n * n == 10); //~ assertion: n * n == 10
  return 0;
}
