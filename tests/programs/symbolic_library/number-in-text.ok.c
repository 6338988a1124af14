// A number is read from characters that are not decided.
//@ native: no
//@ states: 8
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

static char s[6];

static void fill(void) {
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
}

int main(void) {
  fill();
  int n = atoi(s);
  assert(n >= -9999 && n <= 99999);
  if (s[0] == '-' && s[1] == '7' && s[2] == 0)
    assert(n == -7);
  assert(strtol(s, 0, 10) == n);
  return 0;
}
