// Memory is filled with a byte that is not decided.
//@ native: no
//@ states: 2
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[4], c = __VERIFIER_nondet_char();
  memset(a, c, sizeof a);
  assert(a[0] == a[3] && a[1] == c);
  return 0;
}
