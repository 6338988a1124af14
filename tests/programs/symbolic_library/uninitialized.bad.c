// A string with one character goes on with bytes without a value.
//@ native: no
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[8];
  s[0] = __VERIFIER_nondet_char();
  size_t n = strlen(s); //~ uninitialized-read
  (void)n;
  return 0;
}
