// SV-COMP's nondeterministic values: both truth values are tried.
// Here one of them is forgotten.
#include <assert.h>
#include <stdbool.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);

void reach_error(void) { assert(0); } //~ assertion

int main(void) {
  bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  bool left = !(a && b);
  bool right = !a && !b;
  if (left != right)
    reach_error();
  return 0;
}
