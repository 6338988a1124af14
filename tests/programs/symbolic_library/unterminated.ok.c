// A string ends before the array does.
//@ native: no
//@ states: 2
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[4];
  for (int i = 0; i < 4; i++)
    s[i] = __VERIFIER_nondet_char();
  s[3] = 0;
  size_t n = strlen(s);
  (void)n;
  return 0;
}
