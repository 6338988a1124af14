// Nothing may be found.
//@ native: no
//@ flags: -D_GNU_SOURCE
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
  char *p = strchr(s, ':');
  *p = 0; //~ null-dereference
  return 0;
}
