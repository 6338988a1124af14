// Functions and tables of ctype.h agree, for negative characters, too.
//@ native: no
//@ states: 6
#include <assert.h>
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  int upper = toupper(c), digit = isdigit(c) != 0;
  assert(!islower(upper) || upper < 0);
  assert(digit == (c >= '0' && c <= '9'));
  assert(((isxdigit)(c) != 0) == (isxdigit(c) != 0));
  assert((tolower)(c) == tolower(c));
  return 0;
}
