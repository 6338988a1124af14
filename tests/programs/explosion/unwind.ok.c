// Loops that count anew each time they begin, `continue`, `goto`, `switch` and recursion: all within the bound.
//@ check: --unwind 4
#include <assert.h>

static int depth(int n) {
  return n == 0 ? 0 : 1 + depth(n - 1);
}

static int classify(int n) {
  switch (n) {
  case 0:
    return 1;
  case 3:
    return 2;
  default:
    return 0;
  }
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      if (j == i)
        continue;
      sum += classify(j);
    }
    int k = 0;
  again:
    if (++k < 4)
      goto again;
    sum += k;
  }
  assert(sum == 25);
  assert(depth(4) == 4);
  return 0;
}
