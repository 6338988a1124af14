// The longest string does not fit.
//@ native: no
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static char s[6];

static void fill(void) {
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
}

int main(void) {
  fill();
  char a[5];
  strcpy(a, s); //~ out-of-bounds
  return 0;
}
