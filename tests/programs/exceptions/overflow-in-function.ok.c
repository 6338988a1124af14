// Arithmetic that wraps on purpose, in one function: what follows is examined, with the values that processors have.
//@ check: --allow signed-overflow@mix
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int mix(int x) { return x + x; }

int main(void) {
  assert(mix(INT_MAX) == -2);
  int x = __VERIFIER_nondet_int();
  assert(mix(x) % 2 == 0);
  return 0;
}
