// Bytes without a value lie behind the end of every string.
//@ native: no
//@ states: 2
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[8];
  s[0] = __VERIFIER_nondet_char();
  s[1] = 0;
  size_t n = strlen(s);
  (void)n;
  return 0;
}
