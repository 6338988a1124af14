// One string is in another.
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
  char *p = strstr(s, "ab");
  if (p)
    assert(p[0] == 'a' && p[1] == 'b');
  assert(p || s[0] != 'a' || s[1] != 'b');
  assert(strspn(s, "ab") <= strlen(s));
  return 0;
}
