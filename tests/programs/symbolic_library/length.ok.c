// How long a string is depends on all of its bytes at once.
//@ native: no
//@ states: 4
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
  assert(strlen(s) <= 5);
  assert(strlen(s) != 2 || s[2] == 0);
  assert(strnlen(s, 3) <= 3);
  return 0;
}
