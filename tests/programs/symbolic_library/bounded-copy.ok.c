// The rest of the place is filled with zeros.
//@ native: no
//@ states: 2
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static char s[6];

static void fill(void) {
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
}

int main(void) {
  fill();
  char a[8];
  strncpy(a, s, sizeof a);
  assert(a[6] == 0 && a[7] == 0 && strcmp(a, s) == 0);
  return 0;
}
