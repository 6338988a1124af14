// A string of symbolic characters ends where the first of them is zero.
//@ native: no
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++)
    s[i] = __VERIFIER_nondet_char() & 2;
  s[3] = 0;
  unsigned long n = strlen(s);
  if (n > 3 || s[n] != 0 || n == 2 && s[1] == 0)
    reach_error();
  return 0;
}
