// Some strings do not end.
//@ native: no
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[4];
  for (int i = 0; i < 4; i++)
    s[i] = __VERIFIER_nondet_char();
  size_t n = strlen(s); //~ out-of-bounds
  (void)n;
  return 0;
}
