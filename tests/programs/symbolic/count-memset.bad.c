// There are not so many.
//@ native: no
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  unsigned char to[50];
  memset(to, 1, sizeof to);
  if (n > 51 || k >= sizeof to)
    return 0;
  memset(to, (int)(c & 255), n); //~ out-of-bounds
  if (to[k] != (k < n ? (c & 255) : 1))
    reach_error();
  return 0;
}
