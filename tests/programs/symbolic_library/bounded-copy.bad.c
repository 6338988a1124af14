// A copy that is cut off has no end.
//@ native: no
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
  char a[3];
  strncpy(a, s, sizeof a);
  size_t n = strlen(a); //~ out-of-bounds
  (void)n;
  return 0;
}
