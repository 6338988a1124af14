// Nothing ends the string if no character is zero.
//@ native: no
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[3];
  for (int i = 0; i < 3; i++)
    s[i] = __VERIFIER_nondet_char() & 2;
  return strlen(s) == 7; //~ out-of-bounds
}
