// It may be any byte.
//@ native: no
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[4], c = __VERIFIER_nondet_char();
  memset(a, c, sizeof a);
  assert(a[3] != 'x'); //~ assertion
  return 0;
}
