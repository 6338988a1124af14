// Zero has no bit that is one.
//@ native: no
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  int n = __builtin_clz(u); //~ invalid-value
  (void)n;
  return 0;
}
