// Copies are as long as what they are made of.
//@ native: no
//@ states: 8
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
  char a[6], b[12];
  strcpy(a, s);
  strcpy(b, a);
  strcat(b, s);
  assert(strlen(b) == 2 * strlen(s) && strncmp(b, s, strlen(s)) == 0);
  return 0;
}
