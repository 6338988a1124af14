// The error is in the third round of the inner loop, the second time; endless rounds come behind it.
//@ check: --unwind 4
#include <assert.h>

static int count;

int main(void) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      assert(++count != 7); //~ assertion
  for (;;)
    count = (count + 1) % 100;
}
