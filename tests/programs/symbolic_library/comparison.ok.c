// Strings are equal exactly if all of their characters are.
//@ native: no
//@ states: 6
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
  if (strcmp(s, "key") == 0)
    assert(strlen(s) == 3 && s[0] == 'k' && s[2] == 'y');
  assert(strncmp(s, "key", 2) == 0 || strcmp(s, "key") != 0);
  assert(memcmp(s, s, 5) == 0);
  return 0;
}
