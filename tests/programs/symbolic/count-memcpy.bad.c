// There are not so many.
//@ native: no
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  char from[40], to[50];
  memset(from, 2, sizeof from);
  memset(to, 1, sizeof to);
  if (n > 41 || k >= sizeof to)
    return 0;
  memcpy(to, from, n); //~ out-of-bounds
  if (to[k] != (k < n ? 2 : 1))
    reach_error();
  return 0;
}
