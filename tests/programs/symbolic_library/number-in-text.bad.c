// Some characters are this number.
//@ native: no
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
  assert(atoi(s) != 4711); //~ assertion
  return 0;
}
