// It is filled beyond the end.
//@ native: no
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  char to[12];
  memset(to, 'x', sizeof to);
  if (n > 13 || k >= sizeof to)
    return 0;
  strncpy(to, "abcd", n); //~ out-of-bounds
  if (to[k] != (k >= n ? 'x' : k < 4 ? (char)('a' + k) : 0))
    reach_error();
  return 0;
}
